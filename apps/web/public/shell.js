// This runs before the app. The document has the texts of two screens: the publish screen, also at /login, and the rules.
const at = { '/': 'at-publish', '/login': 'at-publish', '/about/safety': 'at-safety' }[location.pathname];
if (at && !/[?&](?:view|published)=/.test(location.search)) document.documentElement.classList.add(at);
