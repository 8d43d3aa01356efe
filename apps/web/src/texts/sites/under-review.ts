/** It tells owners that visitors see the notice before their page. */
export const underReviewText =
  '自動の確認などが終わるまで、開いた人には先に「このページは確認中です」と表示されます。多くの場合は1分以内に終わります。状態はマイページで確認できます。';
