import type { Artifact } from '../../storage/html-storage/artifact.js';

export type Encoding = keyof Artifact;

/** The best of the encodings with equal quality comes first. */
const preference: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** Browsers send few different values, so they are cached; the bound is for clients that invent values. */
const cached = new Map<string, Encoding | undefined>();
const CACHED_MAX = 1_000;
const CACHED_MAX_LENGTH = 200;

/**
 * Chooses the encoding for an `Accept-Encoding` header (RFC 9110, 12.5.3).
 * @returns undefined when the client refuses all encodings
 */
export function chooseEncoding(header: string | undefined): Encoding | undefined {
  // Without the header any encoding is acceptable, but clients that cannot decompress often omit it.
  if (header === undefined) return 'identity';
  if (cached.has(header)) return cached.get(header);
  const chosen = decide(header);
  if (header.length > CACHED_MAX_LENGTH) return chosen;
  if (cached.size >= CACHED_MAX) cached.clear();
  cached.set(header, chosen);
  return chosen;
}

function decide(header: string): Encoding | undefined {
  const qualities = parse(header);
  let best: Encoding | undefined;
  let bestQuality = 0;
  for (const encoding of preference) {
    const quality = qualityOf(encoding, qualities);
    if (quality > bestQuality) {
      best = encoding;
      bestQuality = quality;
    }
  }
  return best;
}

/** `identity` is acceptable without being mentioned, but any mentioned encoding is preferred. */
const UNMENTIONED_IDENTITY = 0.0001;

function qualityOf(encoding: Encoding, qualities: ReadonlyMap<string, number>): number {
  const aliases = encoding === 'gzip' ? ['gzip', 'x-gzip'] : [encoding];
  for (const alias of aliases) {
    const quality = qualities.get(alias);
    if (quality !== undefined) return quality;
  }
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
