import type { Attributes, Handler } from './attributes.js';
import { pageOfDataUrl, scriptOfDataUrl } from '../scripts/hidden-markup.js';
import { type Layer, type Nested, type Place, placeIn } from './layer.js';
import { addTo, type PageFacts } from './page-facts.js';

/** It has the place of a tag, and the text before it. */
interface TagPlace {
  at: number;
  end: number;
  label: string;
  /** The tag is in a button, or in a link that does not lead to the start. */
  isAction: boolean;
}

const NOT_TYPED = new Set('hidden submit button reset image checkbox radio file color range'.split(' '));
const FIELDS = new Set(['input', 'textarea']);
const NO_ADDRESS = /^\s*(?:#|javascript:|$)/i;
const LOGO_NAME = /logo|ロゴ|favicon|apple-touch-icon|brand/i;
const CSS_URL = /url\(\s*["']?(https?:\/\/[^"')\s]{1,300}|data:text\/html[^"')]{1,300})/gi;
const TEXT_SECURITY = /text-security\s*:\s*(?:disc|circle|square)/i;
const SITE_NAMES = new Set(
  'og:site_name og:title twitter:title application-name apple-mobile-web-app-title'.split(' '),
);

const isBeforeUnload = ({ name }: Handler): boolean => name === 'onbeforeunload';

/** Adds the facts of a tag. */
export class ElementReader {
  /** It is about the last form. */
  private isFormSent = false;

  constructor(
    private readonly layer: Layer,
    private readonly facts: PageFacts,
    private readonly nested: Nested,
  ) {}

  /** @returns whether it is a field, to which the text before it belongs */
  read(name: string, attributes: Attributes, { at, end, label, isAction }: TagPlace): boolean {
    if (attributes.isEmpty && !FIELDS.has(name)) return false;
    const { facts } = this;
    const place = placeIn(this.layer, at, end);
    for (const { code } of attributes.handlers) {
      this.nested.script(code, at);
    }
    for (const value of attributes.long) this.nested.encoded(value, at);
    if ((name === 'audio' && attributes.has('autoplay')) || attributes.handlers.some(isBeforeUnload))
      facts.holdsVisitor = true;
    const style = attributes.get('style');
    if (style !== '') this.readStyle(style, at);
    this.readAddresses(name, attributes, place, at);
    if (name === 'meta') this.readMeta(attributes, place, at);
    const isDrawing = name === 'svg' && attributes.get('aria-label') !== '';
    if (name === 'img' || name === 'image' || isDrawing || attributes.get('type') === 'image') {
      this.readImage(attributes, isAction, place);
    }
    return this.readField(name, attributes, label, place);
  }

  readStyle(source: string, at: number): void {
    const place = placeIn(this.layer, at);
    for (const [, src = ''] of source.matchAll(CSS_URL)) {
      addTo(this.facts.images, { src, alt: '', isLogo: LOGO_NAME.test(src), isAction: false, place });
    }
    if (TEXT_SECURITY.test(source)) this.facts.masksText = true;
    if (source.includes('bidi-override')) this.facts.turnsText = true;
  }

  private readAddresses(name: string, attributes: Attributes, place: Place, at: number): void {
    const { facts } = this;
    const href = attributes.get('href');
    const rel = attributes.get('rel').toLowerCase();
    if (name === 'base') addTo(facts.bases, { text: href, place });
    else if (name === 'link' && rel.includes('canonical')) addTo(facts.bases, { text: href, place });
    else if (name === 'link' && rel.includes('icon')) addTo(facts.icons, { text: href, place });
    if (name === 'form') {
      this.isFormSent = /^post$/i.test(attributes.get('method')) || !NO_ADDRESS.test(attributes.get('action'));
    }
    for (const action of [attributes.get('action'), attributes.get('formaction')]) {
      if (action !== '') addTo(facts.forms, { text: action, place });
    }
    for (const address of [href, attributes.get('src'), attributes.get('data'), attributes.get('action')]) {
      this.readPageIn(address, at);
    }
    if (attributes.get('srcdoc') !== '') this.nested.page(attributes.get('srcdoc'), at);
  }

  /** Reads `javascript:` and `data:` addresses. */
  private readPageIn(address: string, at: number): void {
    if (address === '') return;
    const start = address.slice(0, 40).toLowerCase();
    if (start.includes('javascript:')) this.nested.script(address.slice(address.indexOf(':') + 1), at);
    else if (start.includes('data:')) {
      const page = pageOfDataUrl(address);
      if (page !== undefined) this.nested.page(page, at);
      const script = scriptOfDataUrl(address);
      if (script !== undefined) this.nested.script(script, at);
    }
  }

  private readMeta(attributes: Attributes, place: Place, at: number): void {
    const content = attributes.get('content');
    const key = (attributes.get('property') || attributes.get('name') || attributes.get('itemprop')).toLowerCase();
    if (SITE_NAMES.has(key)) addTo(this.facts.titles, { text: content.slice(0, 300), place });
    else if (key === 'og:url') addTo(this.facts.bases, { text: content, place });
    else if (attributes.get('http-equiv').toLowerCase() === 'refresh') {
      this.readPageIn(content.replace(/^[^=]{0,40}=\s*["']?/, ''), at);
    }
  }

  private readImage(attributes: Attributes, isAction: boolean, place: Place): void {
    const src = attributes.get('src') || attributes.get('href') || attributes.get('srcset').slice(0, 500);
    const alt = (attributes.get('alt') || attributes.get('aria-label')).slice(0, 200);
    const file = src.startsWith('data:') ? '' : src.slice(-100).replace(/^[^]*\//, '');
    const isLogo = LOGO_NAME.test(`${file} ${alt} ${attributes.get('class')} ${attributes.get('id')}`);
    addTo(this.facts.images, { src: src.slice(0, 500), alt, isLogo, isAction, place });
  }

  private readField(name: string, attributes: Attributes, label: string, place: Place): boolean {
    const isEditable = attributes.has('contenteditable') && attributes.get('contenteditable') !== 'false';
    const isField = FIELDS.has(name) || isEditable || attributes.get('role') === 'textbox';
    const type = name === 'input' ? attributes.get('type').toLowerCase() || 'text' : 'text';
    if (!isField || NOT_TYPED.has(type)) return false;
    const words = ['name', 'id', 'placeholder', 'aria-label', 'title', 'class'].map((key) => attributes.get(key));
    addTo(this.facts.fields, {
      id: attributes.get('id'),
      type,
      words: words.join(' ').slice(0, 400),
      label,
      autocomplete: attributes.get('autocomplete').toLowerCase(),
      isMasked: TEXT_SECURITY.test(attributes.get('style')),
      isOfOne: [attributes.get('maxlength'), attributes.get('size')].some((length) => length.trim() === '1'),
      isDisabled: attributes.has('disabled'),
      isSent: this.isFormSent,
      isLong: name === 'textarea',
      place,
    });
    return true;
  }
}
