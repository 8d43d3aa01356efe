import { escapeHtml } from '@haru/contracts';
import type { Language } from '../http-errors/program-texts.js';
import { type DocsPage, docsPages, type DocsTexts, docsTexts } from './docs-texts.js';
import type { Section } from './markdown.js';

interface DocsContent {
  language: Language;
  /** It is absent where the page was not found. */
  page?: DocsPage;
  title: string;
  body: string;
  sections?: Section[];
  origin: string;
  product: string;
  assets: Record<string, string>;
}

/** The HTML document of a page of the documentation. It can be read without its script. */
export function docsDocument({
  language,
  page,
  title,
  body,
  sections = [],
  origin,
  product: name,
  assets,
}: DocsContent): string {
  const text = docsTexts[language];
  const product = escapeHtml(name);
  const other = language === 'en' ? 'ja' : 'en';
  const address = (of: Language) => `${origin}/docs/${of}/${page ?? 'quick-start'}`;
  const alternates = (['en', 'ja'] as const)
    .map((of) => `<link rel="alternate" hreflang="${of}" href="${address(of)}">`)
    .join('\n');
  const scriptTexts = { found: text.found, none: text.foundNone, failed: text.searchFailed, copy: text.copy };
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${product}</title>
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assets['site.css']}">
<link rel="canonical" href="${address(language)}">
${alternates}
<script src="${assets['site.js']}" defer></script>
</head>
<body data-texts="${escapeHtml(JSON.stringify({ ...scriptTexts, copied: text.copied }))}">
<a class="skip" href="#main">${text.skip}</a>
<header>
<div class="bar">
<a class="brand" href="/docs/${language}/quick-start"><span aria-hidden="true">貼</span><b>${product}</b> <span class="what">${text.documentation}</span></a>
<search hidden>
<input type="search" id="search" placeholder="${text.searchHint}" aria-label="${text.search}" aria-keyshortcuts="/" aria-controls="found" autocomplete="off" spellcheck="false">
<kbd aria-hidden="true">/</kbd>
<div id="found" hidden><p role="status"></p><ul></ul></div>
</search>
<nav class="links" aria-label="${product}">
<a href="/docs/${other}/${page ?? 'quick-start'}" hreflang="${other}" lang="${other}" data-keeps-place>${text.otherLanguage}</a>
<a href="/">${text.backToApp}</a>
</nav>
</div>
</header>
<div class="layout">
<details class="menu"><summary>${text.menu}<span class="here">${page ? escapeHtml(title) : ''}</span></summary>${navigation(text, page, language)}</details>
<div class="side">${navigation(text, page, language)}</div>
<main id="main" tabindex="-1">
<article>${body}</article>
${footerOf(text, page, language)}
</main>
${contentsOf(text, sections)}
</div>
</body>
</html>
`;
}

function navigation(text: DocsTexts, current: DocsPage | undefined, language: Language): string {
  const link = (page: DocsPage) =>
    `<li><a href="/docs/${language}/${page}"${page === current ? ' aria-current="page"' : ''}>${text.titles[page]}</a></li>`;
  const isRoutes = (page: DocsPage) => page.startsWith('routes-');
  const part = (title: string, pages: readonly DocsPage[]) => `<h2>${title}</h2><ul>${pages.map(link).join('')}</ul>`;
  return `<nav aria-label="${text.documentation}">${part(
    text.guides,
    docsPages.filter((page) => !isRoutes(page)),
  )}${part(text.routes, docsPages.filter(isRoutes))}</nav>`;
}

function contentsOf(text: DocsTexts, sections: Section[]): string {
  const links = sections
    .filter(({ level }) => level === 2)
    // The prefix would take a line of its own.
    .map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title.replace(/ \/\w+\/v1(?=\/)/, ' '))}</a></li>`);
  if (links.length < 2) return '';
  return `<aside class="contents"><nav aria-labelledby="contents"><h2 id="contents">${text.onThisPage}</h2><ul>${links.join('')}</ul></nav></aside>`;
}

function footerOf(text: DocsTexts, page: DocsPage | undefined, language: Language): string {
  if (page === undefined) return '';
  const index = docsPages.indexOf(page);
  const link = (to: DocsPage | undefined, label: string, rel: string) =>
    to === undefined
      ? '<span></span>'
      : `<a rel="${rel}" href="/docs/${language}/${to}"><small>${label}</small>${text.titles[to]}</a>`;
  return `<footer><nav aria-label="${text.previous}, ${text.next}" class="steps">${link(docsPages[index - 1], text.previous, 'prev')}${link(docsPages[index + 1], text.next, 'next')}</nav>
<p><a href="/docs/${language}/${page}.md">${text.asMarkdown}</a></p></footer>`;
}
