import { tags, type Tag } from '@lezer/highlight';

/** Tokens of a page's HTML are coloured by these kinds, with the colours of the app's tokens. */
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
