import { type Tokenizer, TokenizerMode } from 'parse5';

/**
 * The sets follow the HTML parsing rules (https://html.spec.whatwg.org/multipage/parsing.html), as far as finding a
 * page's title, headings and scripts needs them.
 */

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

export const headings = set('h1 h2 h3 h4 h5 h6');

/** These elements never have content, so nothing is opened. */
export const voidElements = set(
  'area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr',
);

/** The end tag of these elements ends nothing that is open inside, so they are not opened. */
export const endsNothing = set('html head body frameset form');

/** These start tags mean nothing outside a table. */
export const tableParts = set('caption tbody thead tfoot tr td th');

/** The content of these HTML elements is text up to their own end tag. With scripts on, `noscript` is one. */
const rawTextElements = set('style xmp iframe noembed noframes noscript');

/** Returns the tokenizer's state after the start tag of an HTML element that contains text and no tags. */
export function textModeOf(name: string): Tokenizer['state'] | undefined {
  if (name === 'title' || name === 'textarea') return TokenizerMode.RCDATA;
  if (name === 'script') return TokenizerMode.SCRIPT_DATA;
  if (name === 'plaintext') return TokenizerMode.PLAINTEXT;
  return rawTextElements.has(name) ? TokenizerMode.RAWTEXT : undefined;
}

/** The end tag of an ordinary element never closes these "special" elements. */
export const specialElements = set(
  'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup ' +
    'dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head ' +
    'header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes ' +
    'noscript object ol p param plaintext pre script search section select source style summary table tbody td ' +
    'template textarea tfoot th thead title tr track ul wbr xmp',
);

/** An end tag does not reach beyond these. */
export const scopeBoundaries = set('applet caption html table td th marquee object template');

/** A start tag of one of these closes an open one of the same name on top of the stack. */
export const selfReplacing = set('p li dt dd option optgroup tr td th tbody thead tfoot');

/** The end tags of these elements, such as bold, reach through blocks. */
export const formattingElements = set('a b big code em font i nobr s small strike strong tt u');

/** A start tag of one of these ends an open paragraph. */
export const closesParagraph = set(
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary ul xmp',
);

/** These start tags leave SVG and MathML. */
export const foreignBreakouts = set(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
);

/** The content of these SVG elements is HTML again. */
export const svgHtmlIntegration = set('foreignobject desc title');
export const mathTextIntegration = set('mi mo mn ms mtext');
