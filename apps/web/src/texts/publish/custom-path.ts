import { pathRule } from '../errors/first-errors.js';

/** Texts of the field for a custom address; loaded with it. */
export const customPathTexts = {
  label: 'URL（任意）',
  prefix: '/share/',
  placeholder: 'my-page',
  rule: pathRule,
  hint: '空欄なら自動で決まります',
  checking: '使用できるか確認しています…',
  free: 'このURLは使用できます',
} as const;
