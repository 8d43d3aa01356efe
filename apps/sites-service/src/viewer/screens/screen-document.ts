import { errorScreenStyle } from './error-screen-style.js';

/** Makes the document of a screen of the viewer's own, which loads nothing. @param body HTML */
export function screenDocument(title: string, body: string): string {
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>
<style>${errorScreenStyle}</style>
</head>
<body>
${body}
</body>
</html>
`;
}
