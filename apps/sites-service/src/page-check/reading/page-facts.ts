import type { Place } from './layer.js';

/** A field that a visitor can type into. */
export interface Field {
  id: string;
  type: string;
  /** Name, id, placeholder and so on. */
  words: string;
  /** The text of its label, or what stands before it. */
  label: string;
  autocomplete: string;
  isMasked: boolean;
  /** For one character, as a code has several of them. */
  isOfOne: boolean;
  isDisabled: boolean;
  /** Its form is sent somewhere: it has an address, or the method POST. */
  isSent: boolean;
  /** It takes a text of many words. */
  isLong: boolean;
  place: Place;
}

export interface NamedText {
  text: string;
  /** It is that of a button, or of a link that leads elsewhere than to the start. */
  isAction?: boolean;
  place: Place;
}

export interface Image {
  src: string;
  alt: string;
  /** It looks like a logo by its names. */
  isLogo: boolean;
  isAction: boolean;
  place: Place;
}

export interface Script {
  code: string;
  strings: string[];
  place: Place;
}

/** What the rules look at. All of it was in the page or in what its scripts write. */
export class PageFacts {
  readonly fields: Field[] = [];
  readonly titles: NamedText[] = [];
  /** First headings, and what is named as a logo or brand. */
  readonly headings: NamedText[] = [];
  readonly subheadings: NamedText[] = [];
  /** The first text of each page in the page, where one has its name that marks up no heading. */
  readonly firstTexts: NamedText[] = [];
  readonly images: Image[] = [];
  readonly icons: NamedText[] = [];
  readonly forms: NamedText[] = [];
  readonly bases: NamedText[] = [];
  readonly comments: NamedText[] = [];
  readonly scripts: Script[] = [];
  /** Text of the page; `isHidden` by its markup. */
  readonly texts: (NamedText & { isHidden: boolean })[] = [];
  /** Texts of labels by the id of their field. */
  readonly labels = new Map<string, string>();
  /** It plays a sound, or asks before it is left. */
  holdsVisitor = false;
  /** A style shows text as dots. */
  masksText = false;
  /** A style shows text backwards. */
  turnsText = false;
  textLength = 0;

  /** Whether more of a kind may be there than is kept. */
  get isFull(): boolean {
    const { texts: _texts, ...limited } = this;
    return Object.values(limited).some((facts) => Array.isArray(facts) && facts.length >= MAX_FACTS);
  }
}

/** More of a kind is not kept. Of texts an ordinary page of 1 MiB has more: only the time limits them. */
const MAX_FACTS = 5_000;

export function addTo<Fact>(facts: Fact[], fact: Fact): void {
  if (facts.length < MAX_FACTS) facts.push(fact);
}
