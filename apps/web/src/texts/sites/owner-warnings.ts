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

/** It tells owners that visitors see the notice before their page. */
export const underReviewText =
  '自動の確認などが終わるまで、開いた人には先に「このページは確認中です」と表示されます。多くの場合は1分以内に終わります。状態はマイページで確認できます。';
