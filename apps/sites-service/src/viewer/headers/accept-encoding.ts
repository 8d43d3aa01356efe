import { LRUCache } from 'lru-cache';
import type { Artifact } from '../../storage/html-storage/artifact.js';

export type Encoding = keyof Artifact;

/** The best of the encodings with equal quality comes first. */
const preference: readonly Encoding[] = ['br', 'gzip', 'identity'];

const MAX_REMEMBERED_LENGTH = 200;
/** Browsers send few different values; the bound is for clients that invent values. */
const remembered = new LRUCache<string, { encoding: Encoding | undefined }>({ max: 1_000 });

/**
 * Chooses the encoding for an `Accept-Encoding` header (RFC 9110, 12.5.3).
 * @returns undefined when the client refuses all encodings
 */
export function chooseEncoding(header: string | undefined): Encoding | undefined {
  // Without the header any encoding is acceptable, but clients that cannot decompress often omit it.
  if (header === undefined) return 'identity';
  const known = remembered.get(header);
  if (known) return known.encoding;
  const encoding = decide(header);
  if (header.length <= MAX_REMEMBERED_LENGTH) remembered.set(header, { encoding });
  return encoding;
}

function decide(header: string): Encoding | undefined {
  const qualities = parse(header);
  const rated = preference.map((encoding) => ({ encoding, quality: qualityOf(encoding, qualities) }));
  // Sorting keeps the order of equal ones.
  const [best] = rated.filter(({ quality }) => quality > 0).sort((one, other) => other.quality - one.quality);
  return best?.encoding;
}

/** `identity` is acceptable without being mentioned, but any mentioned encoding is preferred. */
const UNMENTIONED_IDENTITY = 0.0001;

function qualityOf(encoding: Encoding, qualities: ReadonlyMap<string, number>): number {
  const mentioned = qualities.get(encoding) ?? (encoding === 'gzip' ? qualities.get('x-gzip') : undefined);
  if (mentioned !== undefined) return mentioned;
  const rest = qualities.get('*');
  if (encoding !== 'identity') return rest ?? 0;
  return rest === 0 ? 0 : UNMENTIONED_IDENTITY;
}

function parse(header: string): Map<string, number> {
  const qualities = new Map<string, number>();
  for (const item of header.split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    if (name === '') continue;
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const quality = q === undefined ? 1 : Number(q.slice(2));
    qualities.set(name, quality >= 0 && quality <= 1 ? quality : 0);
  }
  return qualities;
}
