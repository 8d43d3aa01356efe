// This runs before the app. Only the publish screen has the heading that stands in the document.
if (location.pathname === '/' && !/[?&](?:view|published)=/.test(location.search)) {
  document.documentElement.classList.add('at-publish');
}
