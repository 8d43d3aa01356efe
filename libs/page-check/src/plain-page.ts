/** An instruction or a comment before the content of an XML document. */
const PROLOG = /\s*?(?:<\?[^]*?\?>|<!--[^]*?-->)/y;
/** A doctype with declarations of its own, up to them. */
const DECLARED = /\s*?<!doctype\s[^>"'[]*(?:(?:"[^"]*"|'[^']*')[^>"'[]*)*\[/iy;
/** Declarations that only name addresses, as drawing programs write them, are harmless. */
const PLAIN_DECLARATIONS =
  /\s*(?:<!ENTITY\s+[\w.-]+\s+(?:"https?:\/\/[^"<&%]*"|'https?:\/\/[^'<&%]*')\s*>\s*)*\]\s*>/iy;
/** An XML document with a transformation. A CSS style sheet does not count. */
const TRANSFORMED = /<\?xml-stylesheet(?!(?:\s+href="[^"]*")?\s+type="text\/css"(?:\s+href="[^"]*")?\s*\?>)/i;

/** Whether a document that is read as XML may show what is not in its markup. */
export const isRewritten = (html: string): boolean => declarationsAt(html) !== undefined || TRANSFORMED.test(html);

/** Returns where the declarations of an XML document begin. One pattern for all before them takes twice the time. */
function declarationsAt(html: string): number | undefined {
  DECLARED.lastIndex = 0;
  PROLOG.lastIndex = 0;
  while (PROLOG.test(html)) DECLARED.lastIndex = PROLOG.lastIndex;
  return DECLARED.test(html) ? DECLARED.lastIndex : undefined;
}

function mayDeclare(html: string): boolean {
  const at = declarationsAt(html);
  if (at === undefined) return false;
  PLAIN_DECLARATIONS.lastIndex = at;
  return !PLAIN_DECLARATIONS.test(html);
}

/**
 * Each of these shows a field, can write one, or can hide such a thing from this search; a false alert plays a sound.
 * XML may have a prefix before the name of a tag. Quoted lines of Markdown begin with `>`, which is not rendered.
 */
const MAY_ASK =
  /<(?:[^\s<>:]+:)?(?:input|textarea|form|i?frame|script|object|embed|applet|audio|video)|contenteditable|textbox|user-modify|\bon[a-z]+[\s>]*=|j[\s>]*a[\s>]*v[\s>]*a[\s>]*s[\s>]*c[\s>]*r[\s>]*i[\s>]*p[\s>]*t[\s>]*:|&(?:#|colon|tab|newline)/i;

/**
 * Whether a page may have a field to type into. No rule that refuses, and none that leads to the notice, can match on
 * another page. A page of 1 MiB takes 1 ms.
 */
export const mayHaveField = (html: string): boolean => MAY_ASK.test(html) || TRANSFORMED.test(html) || mayDeclare(html);

/** Each hostile text of this length is rendered within 0.3 s. */
const MAX_PLAIN_MARKDOWN = 32_768;

/**
 * Whether a Markdown text is rendered as a page without a field. Raw HTML stays as it is, and other text cannot become a
 * tag or a script. A long text, and one whose definitions may be repeated for each link to them, is not plain.
 */
export const isPlainMarkdown = (source: string): boolean =>
  source.length <= MAX_PLAIN_MARKDOWN && !source.includes(']:') && !mayHaveField(source);
