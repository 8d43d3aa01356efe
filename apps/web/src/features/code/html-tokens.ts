import { tags, type Tag } from '@lezer/highlight';

/** The kinds of tokens that are told apart in a page's HTML, with their colours from the app's tokens. */
export const htmlTokens: readonly { name: string; tag: Tag[]; color: string }[] = [
  { name: 'element', tag: [tags.tagName, tags.keyword, tags.operatorKeyword], color: 'var(--haru)' },
  { name: 'attribute', tag: [tags.attributeName, tags.propertyName, tags.className], color: 'var(--amber)' },
  {
    name: 'value',
    tag: [tags.string, tags.attributeValue, tags.number, tags.color, tags.unit, tags.bool],
    color: 'var(--leaf)',
  },
  { name: 'quiet', tag: [tags.comment, tags.documentMeta, tags.angleBracket], color: 'var(--soft-ink)' },
  { name: 'invalid', tag: [tags.invalid], color: 'var(--red)' },
];
