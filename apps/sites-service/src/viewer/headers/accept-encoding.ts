import type { Artifact } from '../../html-storage/html-storage.js';

export type Encoding = keyof Artifact;

/** Best first, among those that a client likes equally. */
const preference: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** Browsers send a handful of different values, so the answers are remembered. Bounded: the header is a stranger's. */
const remembered = new Map<string, Encoding | undefined>();
const REMEMBERED_MAX = 1_000;
const REMEMBERED_MAX_LENGTH = 200;

/**
 * What to send for an `Accept-Encoding` header (RFC 9110, 12.5.3).
 * @returns undefined when the client refuses all there is
 */
export function chooseEncoding(header: string | undefined): Encoding | undefined {
  // Without the header anything goes, but a client that cannot decompress is the likeliest to leave it out.
  if (header === undefined) return 'identity';
  if (remembered.has(header)) return remembered.get(header);
  const chosen = decide(header);
  if (header.length > REMEMBERED_MAX_LENGTH) return chosen;
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(header, chosen);
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

/** A plain body that is not mentioned is acceptable, but anything that is mentioned goes before it. */
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
