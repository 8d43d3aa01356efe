import type { ErrorCode } from '../errors/error-codes.js';
import { limits } from '../limits.js';

/**
 * Returns why a page cannot be published; undefined if it can. Browser, gateway and service all use it.
 * @param bytes its length in UTF-8, if known
 */
export function htmlFault(
  html: string,
  bytes?: number,
): Extract<ErrorCode, 'HTML_BLANK' | 'HTML_TOO_LARGE' | 'HTML_NOT_TEXT'> | undefined {
  // Every UTF-16 unit takes at least one byte, so this quick test avoids encoding a text that is far too large.
  if (html.length > limits.htmlMaxBytes || (bytes ?? utf8Length(html)) > limits.htmlMaxBytes) return 'HTML_TOO_LARGE';
  if (html.trim() === '') return 'HTML_BLANK';
  // PostgreSQL's text cannot hold NUL, and an unpaired surrogate has no UTF-8 form.
  if (html.includes('\0') || !html.isWellFormed()) return 'HTML_NOT_TEXT';
  return undefined;
}

function utf8Length(text: string): number {
  return encoder.encode(text).length;
}

const encoder = new TextEncoder();
