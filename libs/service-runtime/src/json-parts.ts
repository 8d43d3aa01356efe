import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A text of at least this many UTF-16 units is escaped part by part. */
const LONG_TEXT_LENGTH = 16 * 1024;
/** This many bytes become at most 96 KiB, in about 0.3 ms: an answer to another client takes several turns. */
const PART_BYTES = 16 * 1024;

/** The parts are JSON whose long texts are never in memory with their escapes, which can make them six times as large. */
export interface JsonParts {
  /** This is the size of all parts together. */
  bytes: number;
  /** The parts together equal the result of `JSON.stringify`; each is made in another turn of the event loop. */
  parts(): AsyncGenerator<Buffer>;
}

export function jsonParts(value: unknown): JsonParts {
  const texts: Buffer[] = [];
  // No text can contain a name that was not known before.
  const place = randomUUID();
  const json = JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member !== 'string' || member.length < LONG_TEXT_LENGTH || !member.isWellFormed()) return member;
    texts.push(Buffer.from(member));
    return place;
  });
  const between = json.split(place).map((part) => Buffer.from(part));
  const bytes = [...between.map(({ length }) => length), ...texts.map(escapedLength)];
  return {
    bytes: bytes.reduce((sum, length) => sum + length, 0),
    async *parts() {
      for (const [index, part] of between.entries()) {
        yield part;
        const text = texts[index] ?? Buffer.alloc(0);
        for (let at = 0; at < text.length; at += PART_BYTES) {
          await nextTurn();
          yield escaped(text.subarray(at, at + PART_BYTES));
        }
      }
    },
  };
}

/** The text is read as Latin-1, so that a part may end inside a character: bytes from 0x80 on are not escaped. */
function escaped(text: Buffer): Buffer {
  // The quotation marks are left out of the buffer: a slice of a long string takes as long as escaping it.
  return Buffer.from(JSON.stringify(text.toString('latin1')), 'latin1').subarray(1, -1);
}

/** JSON has so many bytes for each byte of UTF-8. */
const escapedLengths = Uint8Array.from({ length: 256 }, (_, byte) => escaped(Buffer.of(byte)).length);

function escapedLength(text: Buffer): number {
  let [length, at] = [0, text.length];
  // Iterators and callbacks take three to ten times as long.
  while (at-- > 0) length += escapedLengths[text[at] ?? 0] ?? 0;
  return length;
}
