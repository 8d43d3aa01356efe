// This runs before the app. Only the publish screen has the heading that stands in the document.
if (location.pathname === '/' && !/[?&](?:view|published)=/.test(location.search)) {
  document.documentElement.classList.add('at-publish');
  if (!/Mac|iP/.test(navigator.platform)) document.documentElement.classList.add('has-ctrl');
}
