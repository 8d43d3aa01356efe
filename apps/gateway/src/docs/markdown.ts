import MarkdownIt from 'markdown-it';
import anchor from 'markdown-it-anchor';

export interface Section {
  id: string;
  /** 1 is the title of the page. */
  level: number;
  title: string;
  text: string;
}

/** `## Title {#id}` names the id of a heading, which is the same in all languages. */
const namedHeading = / \{#([\w-]+)\}$/;

const languageNames: Readonly<Record<string, string>> = {
  sh: 'Shell',
  js: 'JavaScript',
  python: 'Python',
  json: 'JSON',
};

/** Renders Markdown of this repository. HTML in it is shown as text. */
export function createMarkdown(linkTitle: string): MarkdownIt {
  const markdown = new MarkdownIt({ html: false, linkify: false });
  markdown.core.ruler.before('inline', 'named-headings', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      const heading = tokens[index - 1];
      const [suffix = '', id] = namedHeading.exec(token.content) ?? [];
      if (heading?.type !== 'heading_open' || id === undefined) continue;
      heading.attrSet('id', id);
      token.content = token.content.slice(0, -suffix.length);
    }
  });
  markdown.use(anchor, {
    level: [2, 3],
    permalink: anchor.permalink.linkInsideHeader({
      class: 'anchor',
      symbol: '#',
      placement: 'after',
      ariaHidden: false,
      renderAttrs: () => ({ 'aria-label': linkTitle }),
    }),
  });
  // A block that scrolls is reached by the keyboard.
  markdown.renderer.rules.fence = (tokens, index) => {
    const { content = '', info = '' } = tokens[index] ?? {};
    const code = markdown.utils.escapeHtml(content).replace(/^( *(?:#|\/\/) .*)$/gm, '<span class="comment">$1</span>');
    const name = languageNames[info] ?? info;
    return `<div class="code"><p>${name}</p><pre class="${info}" tabindex="0"><code>${code}</code></pre></div>\n`;
  };
  markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
  markdown.renderer.rules.table_close = () => '</table></div>\n';
  return markdown;
}

/** Splits a rendered page at its headings; the search and the table of contents list them. */
export function sectionsOf(markdown: MarkdownIt, source: string): Section[] {
  const sections: Section[] = [];
  const tokens = markdown.parse(source, {});
  for (const [index, token] of tokens.entries()) {
    const heading = tokens[index - 1];
    if (heading?.type === 'heading_open') {
      const level = Number(heading.tag.slice(1));
      const parts = (token.children ?? []).filter(({ type }) => type === 'text' || type === 'code_inline');
      const title = parts.map(({ content }) => content).join('');
      sections.push({ id: heading.attrGet('id') ?? '', level, title: title.trim(), text: '' });
    } else if (token.type === 'inline' || token.type === 'fence') {
      const section = sections.at(-1);
      if (section) section.text += ` ${textOf(token)}`;
    }
  }
  return sections;
}

function textOf(token: ReturnType<MarkdownIt['parse']>[number]): string {
  if (token.type === 'fence') return token.content;
  return (token.children ?? []).map(({ content, type }) => (type === 'softbreak' ? ' ' : content)).join('');
}
