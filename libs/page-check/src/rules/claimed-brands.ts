import { brandsIn, readData } from '../brands/brands.js';
import { confusableSkeleton } from '../brands/fold.js';
import type { NamedText, PageFacts } from '../reading/page-facts.js';

const WORD_LISTS = readData<Record<'own' | 'about' | 'discussion' | 'asking' | 'alsoWords', string[]>>('rules/words');

const PARTICLES = /[のをにはがでとへもやかごおしてくださいますたれらりる\s\d\p{P}\p{S}]+/gu;

/** "使い方" and "開き方" say how something is done. "ご利用の方" is a person, and "方法" is also on pages of the service itself. */
const WAY_TO = /(?:[きぎしちにびみリりえけげせてねべめれ]|(?<!な)い)方(?![法面向式々])/;
/** "Please review the document" does not review it, and a "fraud alert" is not an article. */
const REQUESTED_REVIEW = new RegExp(
  `${confusableSkeleton('fraud')}(?= (?:${skeletonWords('alert alerts protection prevention department team security').join('|')}))|${confusableSkeleton('review')}(?= (?:${skeletonWords('your the and it now document file invoice payment activity details information recent').join('|')}))`,
  'g',
);

function wordsOf(list: keyof typeof WORD_LISTS): string[] {
  return skeletonWords(WORD_LISTS[list].join(' '));
}

function skeletonWords(words: string): string[] {
  return [...new Set(words.split(' ').map(confusableSkeleton))].sort((a, b) => b.length - a.length);
}

const isLatinWord = (word: string): boolean => /^[a-z\d.,]+$/.test(word);
const escaped = (word: string): string => word.replaceAll(/[.+]/g, String.raw`\$&`);

/** A Latin word must not be part of a longer one; others may be parts of compounds. */
function anyOf(words: readonly string[]): RegExp {
  const { latin = [], others = [] } = Object.groupBy(words, (word) => (isLatinWord(word) ? 'latin' : 'others'));
  return new RegExp(`(?<![a-z])(?:${latin.map(escaped).join('|')})(?![a-z])|${others.map(escaped).join('|')}`, 'g');
}

/** Services use these words beside their name in titles, headings and logos. */
const ownWords = anyOf(wordsOf('own'));
/** These of them ask for something or announce it. */
const askingWords = anyOf(wordsOf('asking'));
/** A page for visitors of the service itself has none of these in a title. */
const discussionWords = anyOf(wordsOf('discussion'));
/** Pages about a service, or for use with it, have these words. A page that imitates the service does not use them. */
const aboutWords = anyOf(wordsOf('about'));
/** It counts only behind the name, as in "Netflix風", because the character is part of other words. */
const IN_THE_STYLE_OF = /風(?!呂|景|邪|船|俗|力)/;

/** These names are also words. Alone, and not in capitals where the brand writes it so, they claim nothing. */
const WORDS = new Set(wordsOf('alsoWords'));
const CAPITALS = /(?<![A-Z])(?:LINE|UPS|ANA|VISA)(?![A-Z])/;

// Commas do not separate: "Amazon、増収増益" is about Amazon.
const SEPARATORS = /[|｜―【】[\]•·]|\s[-–—−]+\s/;
/** A name's segment may have this many characters beside its own words. */
const MAX_REST = 2;
/** Two of these characters can be a word, as in "Amazon管理". */
const WIDE = /[\p{Script=Han}\p{Script=Katakana}]/gu;
const lengthOf = (rest: string): number => rest.length + 2 * (rest.match(WIDE)?.length ?? 0);

interface ClaimedBrand {
  brand: string;
  /** The text is the brand's own name, and is not about the brand. */
  isClaim: boolean;
}

/** Finds the brands that a title, heading or logo names. */
export function claimedBrands(text: string): ClaimedBrand[] {
  const claimed = new Map<string, boolean>();
  const whole = confusableSkeleton(text);
  if (brandsIn(whole).length === 0) return [];
  const isAbout = hasAny(aboutWords, whole) || IN_THE_STYLE_OF.test(whole) || WAY_TO.test(whole);
  const segments = new Set([whole, ...text.split(SEPARATORS).map((segment) => confusableSkeleton(segment).trim())]);
  for (const segment of segments) {
    const matches = brandsIn(segment);
    if (matches.length === 0) continue;
    const isClaim = !isAbout && lengthOf(restOf(segment, matches)) <= MAX_REST;
    const isWord = isAlone(segment, matches) && !CAPITALS.test(text);
    for (const { brand } of matches) claimed.set(brand, (claimed.get(brand) ?? false) || (isClaim && !isWord));
  }
  return [...claimed].map(([brand, isClaim]) => ({ brand, isClaim }));
}

/** Whether a text names nothing but brands: "ログイン", "Sign in to your account". */
export function isNameless(text: string): boolean {
  const skeleton = confusableSkeleton(text);
  return lengthOf(restOf(skeleton, brandsIn(skeleton))) <= MAX_REST;
}

/** Finds the brands that a title is about, as a review is, or a title that asks its reader for nothing. */
export function discussedBrands(title: string): string[] {
  const skeleton = confusableSkeleton(title);
  if (hasAny(discussionWords, skeleton) || IN_THE_STYLE_OF.test(skeleton) || WAY_TO.test(skeleton)) {
    return brandsIn(skeleton).map(({ brand }) => brand);
  }
  if (skeleton.search(askingWords) !== -1 || restOf(skeleton, brandsIn(skeleton)) === '') return [];
  return claimedBrands(title).flatMap(({ brand, isClaim }) => (isClaim ? [] : [brand]));
}

function hasAny(words: RegExp, skeleton: string): boolean {
  return skeleton.replaceAll(REQUESTED_REVIEW, '').search(words) !== -1;
}

/** Whether a segment is only a name that is also a word. */
function isAlone(segment: string, [match]: readonly { from: number; to: number }[]): boolean {
  if (!match || !WORDS.has(segment.slice(match.from, match.to).replaceAll(' ', ''))) return false;
  return /^[\p{P}\p{S}\s]*$/u.test(segment.slice(0, match.from) + segment.slice(match.to));
}

function restOf(segment: string, matches: readonly { from: number; to: number }[]): string {
  const rest = matches.reduceRight((text, { from, to }) => `${text.slice(0, from)} ${text.slice(to)}`, segment);
  return rest.replaceAll(ownWords, ' ').replaceAll(PARTICLES, '');
}

/** A page that names itself does so in one of its first titles and headings. */
export const MAX_NAMES = 10;

export const namesOf = ({ titles, headings }: PageFacts): NamedText[] =>
  [titles, headings].flatMap((texts) => texts.slice(0, MAX_NAMES));

/** Whether the titles and headings name nothing but brands: "ログイン", "Sign in to your account". */
export const hasNoName = (facts: PageFacts): boolean => namesOf(facts).every(({ text }) => isNameless(text));
