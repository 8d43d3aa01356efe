import type { Token } from '@haru/page-html';
import type { Nested, Place } from './layer.js';
import { addTo, type PageFacts } from './page-facts.js';

const NOT_TYPED = new Set('hidden submit button reset image checkbox radio file color range'.split(' '));
const FIELDS = new Set(['input', 'textarea']);
const NO_ADDRESS = /^\s*(?:#|javascript:|$)/i;
const LOGO_NAME = /logo|ロゴ|favicon|apple-touch-icon|brand/i;
/** A shorter value of an attribute cannot be an encoded page. */
const MIN_NESTED = 24;

export type Attributes = ReadonlyMap<string, string>;

export const attributesOf = ({ attrs }: Token.TagToken): Attributes =>
  new Map(attrs.map(({ name, value }) => [name, value]));

export class ElementReader {
  /** It is about the last form. */
  private isFormSent = false;

  constructor(
    private readonly facts: PageFacts,
    private readonly nested: Nested,
  ) {}

  /**
   * @param label the text before the tag @param isAction see `Image`
   * @returns whether it is a field, to which the text before it belongs
   */
  read(name: string, attributes: Attributes, place: Place, label: string, isAction: boolean): boolean {
    if (attributes.size === 0 && !FIELDS.has(name)) return false;
    const { facts } = this;
    const at = place.from;
    const get = (attribute: string) => attributes.get(attribute) ?? '';
    for (const [attribute, value] of attributes) {
      if (attribute === 'srcdoc') this.nested(value, at, 'page');
      else if (value.length >= MIN_NESTED) this.nested(value, at, attribute.startsWith('on') ? 'script' : 'text');
    }
    const isLoud = (name === 'audio' || name === 'video') && attributes.has('autoplay') && !attributes.has('muted');
    if (isLoud || get('onbeforeunload') !== '') facts.holdsVisitor = true;
    const rel = get('rel').toLowerCase();
    if (name === 'link' && rel.includes('canonical')) addTo(facts.addresses, { text: get('href'), place });
    else if (name === 'link' && rel.includes('icon')) addTo(facts.icons, { text: get('href'), place });
    if (name === 'form') this.isFormSent = /^post$/i.test(get('method')) || !NO_ADDRESS.test(get('action'));
    for (const action of [get('action'), get('formaction')]) {
      if (action !== '') addTo(facts.forms, { text: action, place });
    }
    if (name === 'img' || name === 'image' || get('type') === 'image') this.readImage(get, isAction, place);
    return this.readField(name, attributes, label, place);
  }

  private readImage(get: (attribute: string) => string, isAction: boolean, place: Place): void {
    const src = get('src') || get('href') || get('srcset');
    const alt = (get('alt') || get('aria-label')).slice(0, 200);
    const file = src.startsWith('data:') ? '' : src.slice(-100).replace(/^[^]*\//, '');
    const isLogo = LOGO_NAME.test(`${file} ${alt} ${get('class')} ${get('id')}`);
    addTo(this.facts.images, { src: src.slice(0, 500), alt, isLogo, isAction, place });
  }

  private readField(name: string, attributes: Attributes, label: string, place: Place): boolean {
    const get = (attribute: string) => attributes.get(attribute) ?? '';
    const isEditable = attributes.has('contenteditable') && get('contenteditable') !== 'false';
    const isField = FIELDS.has(name) || isEditable || get('role') === 'textbox';
    const type = name === 'input' ? get('type').toLowerCase() || 'text' : 'text';
    if (!isField || NOT_TYPED.has(type)) return false;
    const words = ['name', 'id', 'placeholder', 'aria-label', 'title', 'class'].map(get);
    addTo(this.facts.fields, {
      id: get('id'),
      type,
      words: words.join(' ').slice(0, 400),
      label,
      autocomplete: get('autocomplete').toLowerCase(),
      isOfOne: [get('maxlength'), get('size')].some((length) => length.trim() === '1'),
      isDisabled: attributes.has('disabled'),
      isSent: this.isFormSent,
      isLong: name === 'textarea',
      place,
    });
    return true;
  }
}
