import type { CpuBudget } from '../cpu-budget.js';

/** A script that takes texts apart by their codes and masks them. */
const MASKS = /\^|-\s{0,3}(?:0x)?\d/;
const BY_CODES = /charCodeAt|fromCharCode|Uint8Array|codePointAt/;
const START = /^\s*(?:<[!a-z]|document\.|window\.|\(?function\b|(?:var|let|const) )/i;
const PROBED = 16;
const MIN_LENGTH = 24;
const MAX_MASKED = 8;
const MAX_KEYS = 20;
const MAX_KEY_LENGTH = 64;
const BASE64 = /^[\w+/-]+={0,2}$/;
const WIDE = /[^\0-\xff]/;
const HEXADECIMAL = /^(?:[\da-f]{2})+$/i;

/** Bytes that a script masks (XOR) or shifts. */
type Unmask = (bytes: Buffer) => Buffer;

const byBytes: Unmask[] = Array.from({ length: 255 }, (_, index) => index + 1).flatMap((key) => [
  (bytes) => bytes.map((byte) => byte ^ key) as Buffer,
  (bytes) => bytes.map((byte) => byte - key) as Buffer,
]);

/** By which a script changes the code of each character. */
const OPERATION = /([-^])\s{0,3}(0x[\da-f]{1,4}|\d{1,5})\b/gi;
const MAX_OPERATIONS = 10;
type Operation = (code: number) => number;

function operationsIn(code: string): Operation[] {
  return [...code.matchAll(OPERATION)].slice(0, MAX_OPERATIONS).map(([, operator, operand]): Operation => {
    const key = Number(operand);
    return operator === '-' ? (code) => code - key : (code) => code ^ key;
  });
}

/** A wide text has characters that are no bytes. */
function unmaskedWide(text: string, operations: readonly Operation[]): string | undefined {
  const unmask = (part: string, operation: Operation): string =>
    Array.from({ length: part.length }, (_, index) => String.fromCharCode(operation(part.charCodeAt(index)))).join('');
  const found = operations.find((operation) => START.test(unmask(text.slice(0, PROBED), operation)));
  return found && unmask(text, found);
}

/** Pages and scripts among the texts of a script that masks them with a byte, or with another of its texts. @throws BudgetExceededError */
export function unmaskedTexts<Text extends { text: string }>(
  code: string,
  texts: readonly Text[],
  budget: CpuBudget,
): Text[] {
  if (!MASKS.test(code) || !BY_CODES.test(code)) return [];
  const byTexts = texts
    .filter(({ text }) => text !== '' && text.length <= MAX_KEY_LENGTH)
    .slice(0, MAX_KEYS)
    .map(({ text }): Unmask => {
      const key = Buffer.from(text);
      return (bytes) => bytes.map((byte, index) => byte ^ (key[index % key.length] ?? 0)) as Buffer;
    });
  const operations = operationsIn(code);
  const byCode = operations.map(
    (operation): Unmask =>
      (bytes) =>
        bytes.map(operation) as Buffer,
  );
  const unmasks = [...byCode, ...byTexts, ...byBytes];
  return texts
    .filter(({ text }) => text.length >= MIN_LENGTH)
    .slice(0, MAX_MASKED)
    .flatMap((masked) => {
      budget.spend(4 * masked.text.length + PROBED * unmasks.length);
      const bytes = bytesOf(masked.text);
      const start = bytes.subarray(0, PROBED);
      const unmask = unmasks.find((one) => START.test(Buffer.from(one(start)).toString('latin1')));
      const found = [
        unmask && Buffer.from(unmask(bytes)).toString(),
        WIDE.test(masked.text) ? unmaskedWide(masked.text, operations) : undefined,
      ];
      return found.flatMap((text) => (text === undefined ? [] : [{ ...masked, text }]));
    });
}

function bytesOf(text: string): Buffer {
  if (HEXADECIMAL.test(text)) return Buffer.from(text, 'hex');
  if (BASE64.test(text)) return Buffer.from(text, 'base64');
  // Masked bytes may be UTF-8, too, and were decoded then.
  return Buffer.from(text, WIDE.test(text) ? 'utf8' : 'latin1');
}
