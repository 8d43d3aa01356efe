/** These refusals are about the HTML of a page. */
const htmlCodes: ReadonlySet<string> = new Set([
  'HTML_BLANK',
  'HTML_TOO_LARGE',
  'HTML_NOT_TEXT',
  'PAYLOAD_TOO_LARGE',
  'PAGE_REFUSED',
]);

export const isAboutHtml = ({ code }: { code: string }): boolean => htmlCodes.has(code);
