/** The publish screen and an empty dashboard offer the examples. */
export const exampleTexts = {
  label: '試してみる',
  /** The keys are the names of their files. */
  names: { invitation: '案内状', event: 'イベント告知', profile: '自己紹介', calculator: '計算ツール' },
} as const;

export type ExampleName = keyof typeof exampleTexts.names;
