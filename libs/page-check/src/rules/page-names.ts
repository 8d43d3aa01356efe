import type { NamedText, PageFacts } from '../reading/page-facts.js';
import { isNameless } from './claimed-brands.js';

/** A page that names itself does so in one of its first titles and headings. */
export const MAX_NAMES = 10;

export const namesOf = ({ titles, headings }: PageFacts): NamedText[] =>
  [titles, headings].flatMap((texts) => texts.slice(0, MAX_NAMES));

/** Whether the titles and headings name nothing but brands: "ログイン", "Sign in to your account". */
export const hasNoName = (facts: PageFacts): boolean => namesOf(facts).every(({ text }) => isNameless(text));
