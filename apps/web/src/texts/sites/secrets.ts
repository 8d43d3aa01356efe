import type { PageSecret } from '@haru/contracts';

/** A warning about what looks like secret keys in a page. */
export const secretTexts = {
  found: (secrets: readonly PageSecret[]) =>
    `秘密のキーのような文字があります（${[...new Set(secrets.map(({ line }) => line))].join('、')}行目）`,
  advice: 'ページを開いた人は、だれでも読めます。本物のキーなら、無効にして作り直してください。',
};
