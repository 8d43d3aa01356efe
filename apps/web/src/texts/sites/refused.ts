export const refusedTexts = {
  title: '公開できませんでした',
  lead: '次の箇所が公開ルールに当てはまりました。直してから、もう一度お試しください。',
  banned: '運営が停止したページと同じ内容のため、公開できません。',
  list: '当てはまった箇所',
  line: (line: number) => `${line}行目`,
  rules: '公開ルールを見る',
  report: '誤判定を知らせる',
  /** The form of a report is filled in with these. */
  reportTitle: '公開できない判定の誤り',
  reportFindings: (places: readonly { rule: string; line: number; excerpt: string }[]) =>
    places.map(({ rule, line, excerpt }) => `${line}行目 ${rule} ${excerpt}`).join('\n'),
} as const;
