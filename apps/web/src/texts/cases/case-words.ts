export const caseKindTexts = {
  phishing: 'フィッシング',
  malware: 'マルウェア',
  rights: '権利侵害',
  privacy: 'プライバシー',
  other: 'その他',
} as const;

export const caseStateTexts = {
  received: '受付',
  reviewing: '確認中',
  inquiry: '照会中',
  stopped: '停止',
  dismissed: '問題なし',
  objected: '異議を確認中',
  decided: '決定済み',
} as const;

export const casePartyTexts = { reporter: '通報者', owner: '作成者', admin: '運営', system: '自動処理' } as const;
