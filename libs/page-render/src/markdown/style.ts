/** It loads no other file, and its colours have a contrast of at least 4.5. Tokens of code have one letter as their class. */
export const style = `
:root{--text:#1f2328;--soft:#57606a;--page:#fff;--box:#f4f6f8;--line:#d3d9df;--link:#0757b8;--k:#a3153e;--s:#0b4f8a;--f:#6b2fb3;--n:#8a3a00;--c:#57606a;--note:#0757b8;--tip:#14682f;--important:#6b2fb3;--warning:#7a4b00;--caution:#a3153e}
@media (prefers-color-scheme:dark){:root{--text:#e4e7eb;--soft:#a4adb8;--page:#15181c;--box:#20252b;--line:#3b434d;--link:#7db8ff;--k:#ff8fa3;--s:#9ccfff;--f:#d3b3ff;--n:#ffb884;--c:#a4adb8;--note:#7db8ff;--tip:#6fd08c;--important:#d3b3ff;--warning:#e6b450;--caution:#ff8fa3}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.85 system-ui,"Hiragino Sans","Noto Sans JP","Yu Gothic UI",Meiryo,sans-serif;overflow-wrap:anywhere;line-break:strict}
main{max-width:46rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1,h2,h3,h4,h5,h6{margin:2.2em 0 .7em;line-height:1.4;text-wrap:pretty}
h1{margin-top:.4em;font-size:1.85rem}
h2{font-size:1.4rem;padding-bottom:.3em;border-bottom:1px solid var(--line)}
h3{font-size:1.17rem}
h4,h5,h6{font-size:1rem}
p,ul,ol,dl,blockquote,pre,.table,figure,details{margin:0 0 1.1em}
ul,ol{padding-left:1.6em}
li>ul,li>ol{margin-bottom:.2em}
li+li{margin-top:.2em}
a{color:var(--link);text-underline-offset:.2em}
img,video,svg{max-width:100%;height:auto}
hr{border:0;border-top:1px solid var(--line);margin:2.2em 0}
blockquote{margin-left:0;padding:.1em 1em;border-left:4px solid var(--line);color:var(--soft)}
blockquote>:last-child,.markdown-alert>:last-child,li>:last-child{margin-bottom:0}
code,kbd,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Noto Sans Mono CJK JP",monospace}
code,kbd{font-size:.9em;padding:.15em .35em;border-radius:4px;background:var(--box)}
pre{padding:.9em 1em;overflow-x:auto;border-radius:8px;background:var(--box);line-height:1.6}
pre code{padding:0;background:none;font-size:.875rem;overflow-wrap:normal}
.table{overflow-x:auto}
table{border-collapse:collapse;line-height:1.6}
th,td{padding:.45em .8em;border:1px solid var(--line);min-width:4.5em;vertical-align:top;overflow-wrap:break-word}
th{background:var(--box);text-align:left}
.contents{margin:0 0 2em;padding:1em 1.25em;border:1px solid var(--line);border-radius:8px}
.contents p{margin:0 0 .3em;font-weight:600}
.contents ul{margin:0;padding:0;list-style:none}
.contents .level-2{padding-left:1.2em}
.contents .level-3{padding-left:2.4em}
.task-item{list-style:none}
.task{display:inline-block;width:1.6em;margin-left:-1.6em}
.markdown-alert{margin:0 0 1.1em;padding:.7em 1em;border-left:4px solid var(--mark,var(--line));border-radius:4px;background:var(--box)}
.markdown-alert-title{margin:0 0 .2em;font-weight:600;color:var(--mark)}
.markdown-alert-note{--mark:var(--note)}.markdown-alert-tip{--mark:var(--tip)}.markdown-alert-important{--mark:var(--important)}.markdown-alert-warning{--mark:var(--warning)}.markdown-alert-caution{--mark:var(--caution)}
.footnotes{margin-top:3em;padding-top:1em;border-top:1px solid var(--line);font-size:.9rem}
.k{color:var(--k)}.s{color:var(--s)}.f{color:var(--f)}.n{color:var(--n)}.c{color:var(--c)}
@media print{:root{color-scheme:light;--text:#000;--soft:#333;--page:#fff;--box:#f4f6f8;--line:#999;--link:#000;--k:#a3153e;--s:#0b4f8a;--f:#6b2fb3;--n:#8a3a00;--c:#57606a;--note:#000;--tip:#000;--important:#000;--warning:#000;--caution:#000}main{max-width:none;padding:0}pre{white-space:pre-wrap;overflow-wrap:anywhere}.table{overflow:visible}h1,h2,h3,h4,h5,h6{break-after:avoid}pre,tr,img,.markdown-alert{break-inside:avoid}.footnote-backref{display:none}}
`
  .trim()
  .replaceAll('\n', '');
