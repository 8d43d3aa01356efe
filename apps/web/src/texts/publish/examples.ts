/** The examples to try, on the publish screen and on an empty dashboard. */
export const exampleTexts = {
  label: '試してみる',
  /** By the names of their files. */
  names: { invitation: '案内状', event: 'イベント告知', profile: '自己紹介', calculator: '計算ツール' },
} as const;

export type ExampleName = keyof typeof exampleTexts.names;
