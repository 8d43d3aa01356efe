import { escapeHtml } from '@haru/contracts';

/** The page is readable on phones and desktops, in light and dark, without other files. */
const style = [
  'body{max-width:40rem;margin:0 auto;padding:24px 16px;font:16px/1.8 system-ui,sans-serif;overflow-wrap:anywhere}',
  'pre{white-space:pre-wrap;font:inherit}',
  'pre code{font-family:ui-monospace,monospace}',
  'img,video{max-width:100%}',
].join('');

export const page = (title: string, body: string): string =>
  `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body.trim()}
</body>
</html>
`;

export const pageOfPlainText = (fileName: string, text: string): string =>
  page(baseName(fileName), `<pre>${escapeHtml(text.replace(/^\ufeff/, ''))}</pre>`);

export const baseName = (fileName: string): string => fileName.replace(/\.[^.]*$/, '');
