import { readFileSync } from 'node:fs';
import { getDomain } from 'tldts';
import { confusableSkeleton } from './fold.js';

/** Reads a table of brands or words, which is a JSON file of this library. */
export function readData<Data>(name: string): Data {
  return JSON.parse(readFileSync(new URL(`../${name}.json`, import.meta.url), 'utf8')) as Data;
}

/** A row has the name, the registrable domains with spaces between them, and other names. */
type BrandRow = readonly [name: string, domains: string, ...otherNames: string[]];

const FILES = ['japanese-finance', 'japanese-services', 'international', 'regional'];
const rows = FILES.flatMap((file) => readData<BrandRow[]>(`brands/${file}`));

/** A skeleton names this brand between two indexes. */
interface BrandMatch {
  brand: string;
  from: number;
  to: number;
}

/** "The Chiba Bank" is the name of chibabank.co.jp. */
const BANK_DOMAIN = /(?<![\w.-])[a-z]{3,}bank(?=\.)/g;

/** They are the brands by the skeletons of their names, without spaces. */
const byName = new Map<string, string>();
/** They are all beginnings of these skeletons. */
const prefixes = new Set<string>();
for (const [name, domains, ...others] of rows) {
  for (const alias of [name, ...others, ...(domains.match(BANK_DOMAIN) ?? [])]) {
    const skeleton = confusableSkeleton(alias).replaceAll(' ', '');
    if (!byName.has(skeleton)) byName.set(skeleton, name);
    for (let end = 1; end <= skeleton.length; end++) prefixes.add(skeleton.slice(0, end));
  }
}

const isLatin = (character: string | undefined): boolean => character !== undefined && /[a-z\d]/.test(character);

/** Finds the longest names in a skeleton, from left to right. A Latin name must not be part of a longer word. */
export function brandsIn(skeleton: string): BrandMatch[] {
  const found: BrandMatch[] = [];
  for (let from = 0; from < skeleton.length;) {
    const match = longestAt(skeleton, from);
    if (match) found.push(match);
    from = match?.to ?? from + 1;
  }
  return found;
}

/** Whether a path looks like the name of a brand, and nothing else. */
export function isBrandName(path: string): boolean {
  const skeleton = confusableSkeleton(path.replaceAll('-', ''));
  const [match] = brandsIn(skeleton);
  return match?.from === 0 && match.to === skeleton.length;
}

function longestAt(skeleton: string, from: number): BrandMatch | undefined {
  if (isLatin(skeleton[from]) && isLatin(skeleton[from - 1])) return undefined;
  let longest: BrandMatch | undefined;
  let name = '';
  for (let at = from; at < skeleton.length; at++) {
    const character = skeleton.charAt(at);
    // Names are stored without spaces, and may be written with them.
    if (character === ' ' && at > from) continue;
    name += character;
    if (!prefixes.has(name)) break;
    const brand = byName.get(name);
    if (brand && !(isLatin(character) && isLatin(skeleton[at + 1]))) longest = { brand, from, to: at + 1 };
  }
  return longest;
}

const byDomain = new Map(
  rows.flatMap(([name, domains]) => domains.split(' ').map((domain) => [domain, name] as const)),
);

const HOST = /^\s*(?:https?:|wss?:)?[/\\]{2}(?:[^@/?#\s]{0,200}@)?([^/:?#\s\\]{1,253})/i;

/** Returns the lower-case host of an absolute address; undefined for one within the page's own site. */
export const hostOf = (address: string): string | undefined => HOST.exec(address.slice(0, 600))?.[1]?.toLowerCase();

/** Finds the brand to whose site an absolute address leads. It takes a microsecond. */
export function brandOfAddress(address: string): string | undefined {
  const host = hostOf(address);
  return host === undefined ? undefined : (byDomain.get(host) ?? byDomain.get(getDomain(host) ?? ''));
}
