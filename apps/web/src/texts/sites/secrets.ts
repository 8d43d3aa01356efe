import type { PageSecret } from '@haru/contracts';

const found = (secrets: readonly PageSecret[]) =>
  `秘密のキーのような文字があります（${[...new Set(secrets.map(({ line }) => line))].join('、')}行目）`;
const advice = 'ページを開いた人は、だれでも読めます。本物のキーなら、無効にして作り直してください。';

/** They warn about text that looks like secret keys in a page. */
export const secretTexts = {
  found,
  advice,
  notice: (secrets: readonly PageSecret[]) => `${found(secrets)}。${advice}`,
};
