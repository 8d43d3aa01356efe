/** An instruction or a comment before the content of an XML document. */
const PROLOG = /\s*?(?:<\?[^]*?\?>|<!--[^]*?-->)/y;
/** A doctype with declarations of its own, up to them. */
const DECLARED = /\s*?<!doctype\s[^>"'[]*(?:(?:"[^"]*"|'[^']*')[^>"'[]*)*\[/iy;
/** Declarations that only name addresses, as drawing programs write them, are harmless. */
const PLAIN_DECLARATIONS =
  /\s*(?:<!ENTITY\s+[\w.-]+\s+(?:"https?:\/\/[^"<&%]*"|'https?:\/\/[^'<&%]*')\s*>\s*)*\]\s*>/iy;
const CSS = String.raw`(?:\s+href="[^"]*")?\s+type="text/css"(?:\s+href="[^"]*")?\s*\?>`;
/** An XML document with a transformation. A CSS style sheet does not count. */
const TRANSFORMED = new RegExp(String.raw`<\?xml-stylesheet(?!${CSS})`, 'i');
const OTHER_ATTRIBUTES = String.raw`(?:\s+(?:type|media|title)=(?:"[^"<&]*"|'[^'<&]*'))*`;
/** A path of the page itself, also on a host that it shares with others, with the name of a style sheet. */
const OWN_PATH = String.raw`(?:/|(?:\w[\w.-]*/)*)\w[\w.-]*\.xslt?`;
const OWN_SHEET = String.raw`${OTHER_ATTRIBUTES}\s+href=(["'])${OWN_PATH}\1${OTHER_ATTRIBUTES}\s*\?>`;
const TRANSFORMED_BY_OTHERS = new RegExp(String.raw`<\?xml-stylesheet(?!${CSS}|${OWN_SHEET})`, 'i');

/** Whether a document that is read as XML may show what is in no markup of its page. */
export const isRewritten = (html: string): boolean =>
  declarationsAt(html) !== undefined || TRANSFORMED_BY_OTHERS.test(html);

/** Whether a style sheet (XSLT) of its page may transform a document that is read as XML. */
export const isTransformed = (html: string): boolean => TRANSFORMED.test(html);

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

/** XML may have a prefix before the name of a tag. */
const TAG = String.raw`<(?:[^\s<>:]+:)?`;
/** Each of these shows a field or can write one. */
const ASKING_TAGS = 'input|textarea|form|i?frame|script|object|embed|applet';
/** So does each of these. Quoted lines of Markdown begin with `>`, which is not rendered. */
const ASKING_TEXTS = String.raw`contenteditable|textbox|user-modify|\bon[a-z]+[\s>]*=|j[\s>]*a[\s>]*v[\s>]*a[\s>]*s[\s>]*c[\s>]*r[\s>]*i[\s>]*p[\s>]*t[\s>]*:`;
/** A false alert plays a sound, and references can hide an address from this search. */
const MAY_ASK = new RegExp(`${TAG}(?:${ASKING_TAGS}|audio|video)|${ASKING_TEXTS}|&(?:#|colon|tab|newline)`, 'i');
/** The other parts make elements and attributes that are not in the markup of a style sheet, or copy markup. */
const MAY_MAKE = new RegExp(
  String.raw`${TAG}(?:${ASKING_TAGS})|${ASKING_TEXTS}|autoplay|disable-output-escaping|(?!</)${TAG}(?:copy(?:-of)?[\s/>]|import|include|element(?!\s+name=["'](?:a|div|h[1-6]|img|li|p|span)["'])|attribute(?!\s+name=["'](?:alt|class|datetime|href|id|lang|src|target|title)["']))`,
  'i',
);

/** Whether a style sheet (XSLT) may make a field in the documents that it transforms. */
export const mayMakeField = (sheet: string): boolean => MAY_MAKE.test(sheet);

/**
 * Whether a page may have a field to type into. No rule that refuses, and none that leads to the notice, can match on
 * another page. An ordinary page of 1 MiB takes 1 ms, one made to be slow about 10.
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
