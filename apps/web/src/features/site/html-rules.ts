import { limits } from '@haru/contracts';
import { texts } from '../../texts/ja.js';

const htmlCodes: ReadonlySet<string> = new Set([
  ...['HTML_BLANK', 'HTML_TOO_LARGE', 'HTML_NOT_TEXT', 'PAYLOAD_TOO_LARGE'],
  ...['COMPONENT_INVALID', 'COMPONENT_IMPORT_UNKNOWN', 'COMPONENT_NOT_EXPORTED'],
]);

export const isAboutHtml = ({ code }: { code: string }): boolean => htmlCodes.has(code);

const encoder = new TextEncoder();

export function utf8Bytes(text: string): number {
  return encoder.encode(text).byteLength;
}

export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}

export function htmlFaultOf(html: string, blank: string): string | undefined {
  if (isBlank(html)) return blank;
  const bytes = utf8Bytes(html);
  return bytes > limits.htmlMaxBytes ? texts.tooLarge(bytes) : undefined;
}
