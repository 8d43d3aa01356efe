/** With the app's colours the screen looks like the app without loading its style sheets. */
const errorScreenStyle = `
:root{color-scheme:light dark;--paper:#fbfaf7;--card:#fff;--ink:#1d1b19;--soft:#5c5650;--line:#e4dfd7;--control:#8a8178;--haru:#b52d52;--on:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#171513;--card:#211e1b;--ink:#f1ede7;--soft:#b3aba2;--line:#3a3530;--control:#857c73;--haru:#ff8fab;--on:#2a0912}}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:16px;background:var(--paper);color:var(--ink);line-break:strict;text-wrap:balance;word-break:auto-phrase;font:16px/1.7 "Hiragino Sans","Noto Sans JP","Noto Sans CJK JP","Yu Gothic UI",system-ui,sans-serif}
main{width:min(100%,480px);padding:40px 24px;text-align:center;background:var(--card);border:1px solid var(--line);border-radius:10px}
.brand{width:40px;margin:0 auto 20px;border-radius:10px;background:var(--haru);color:var(--on);font-size:22px;font-weight:700;line-height:40px}
h1{margin:0 0 16px;font-size:22px;line-height:1.4;font-feature-settings:"palt"}
p{margin:0 0 8px;white-space:pre-line}
.actions{display:flex;flex-wrap:wrap;gap:12px;justify-content:center;margin:24px 0 0}
button,.home{display:inline-block;padding:8px 24px;border:1px solid #0000;border-radius:8px;font:inherit;font-weight:600;line-height:26px;text-decoration:none;cursor:pointer}
button,.final .home{background:var(--haru);color:var(--on);border-color:#0000}
.home{color:var(--ink);border-color:var(--control)}
.final #retry{width:100%}
.final #retry *{background:0;font-weight:400;text-decoration:underline}
:focus-visible{outline:3px solid var(--haru);outline-offset:3px}
.code{margin:12px 0 0;color:var(--soft);font-size:12px}
.quiet,.final #retry *{display:inline-block;padding:10px 12px;color:var(--soft);font-size:14px}
code{font:inherit}
`.trim();

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
