import type { Place } from './layer.js';

export interface Field {
  id: string;
  type: string;
  /** They come from the name, the id, the placeholder and so on. */
  words: string;
  /** It is the text of its label, or the text before it. */
  label: string;
  autocomplete: string;
  /** The field takes one character; a code has several such fields. */
  isOfOne: boolean;
  isDisabled: boolean;
  /** Its form is sent: it has an address, or the method POST. */
  isSent: boolean;
  /** It takes a long text. */
  isLong: boolean;
  place: Place;
}

export interface NamedText {
  text: string;
  /** It belongs to a button, or to a link that does not lead to the start. */
  isAction?: boolean;
  place: Place;
}

export interface Image {
  src: string;
  alt: string;
  /** Its names are those of a logo. */
  isLogo: boolean;
  /** It is in a button, or in a link that does not lead to the start. */
  isAction: boolean;
  place: Place;
}

/** The rules read these facts. Each one was in the page or in the text of its scripts. */
export class PageFacts {
  readonly fields: Field[] = [];
  readonly titles: NamedText[] = [];
  /** They are the first headings, and elements named as a logo or brand. */
  readonly headings: NamedText[] = [];
  readonly images: Image[] = [];
  readonly icons: NamedText[] = [];
  readonly forms: NamedText[] = [];
  /** They are the addresses that the page says it has. */
  readonly addresses: NamedText[] = [];
  readonly comments: NamedText[] = [];
  /** They are the scripts and handlers, decoded. */
  readonly scripts: NamedText[] = [];
  /** They are the texts of the page; the markup hides those with `isHidden`. */
  readonly texts: (NamedText & { isHidden: boolean })[] = [];
  /** They are the texts of labels by the id of their field. */
  readonly labels = new Map<string, string>();
  /** The page plays a sound, or asks before the visitor leaves. */
  holdsVisitor = false;
  textLength = 0;

  /** Whether the page may have more facts of a kind than are stored. */
  get isFull(): boolean {
    const { texts: _texts, ...limited } = this;
    return Object.values(limited).some((facts) => Array.isArray(facts) && facts.length >= MAX_FACTS);
  }
}

/** More facts of a kind are not stored. An ordinary page of 1 MiB has more texts: only the time limits them. */
const MAX_FACTS = 5_000;

export function addTo<Fact>(facts: Fact[], fact: Fact): void {
  if (facts.length < MAX_FACTS) facts.push(fact);
}
