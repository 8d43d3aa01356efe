/** Such a tag formats text, and has no attribute that holds an address, a style or code. */
const TEXT_TAG =
  /<(?:!doctype html|\/?(?:html|head|body|title|meta|h[1-6]|p|br|hr|div|span|b|i|u|em|strong|small|mark|code|pre|blockquote|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|th|td|caption|section|article|header|footer|main))(?: (?:class|id|lang|charset)="[^"<>&]*")*\s*\/?>/iy;

/**
 * Whether a page is only text. Without fields, scripts, styles, links, pictures and comments no rule that refuses can
 * match.
 * @param maxTags with more the answer is no
 */
export function isTextAlone(html: string, maxTags = Infinity): boolean {
  let tags = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', TEXT_TAG.lastIndex)) {
    TEXT_TAG.lastIndex = at;
    if (++tags > maxTags || !TEXT_TAG.test(html)) return false;
  }
  return true;
}
