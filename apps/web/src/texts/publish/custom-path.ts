import { firstErrors } from '../errors/first-errors.js';

export const customPathTexts = {
  label: 'URL（任意）',
  prefix: '/share/',
  placeholder: 'my-page',
  rule: firstErrors.PATH_INVALID,
  hint: '空欄なら自動で決まります',
  checking: '使用できるか確認しています…',
  free: 'このURLは使用できます',
} as const;
