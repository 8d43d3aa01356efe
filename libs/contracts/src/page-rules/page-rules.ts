import { z } from 'zod';

/** It increases with every change of a rule, a weight or a threshold, and is stored with each result. */
export const PAGE_RULES_VERSION = 10;

interface PageRule {
  ja: string;
  en: string;
  weight: number;
}

/**
 * The check of a page applies these rules. A page is refused when a `credential` rule matches and the matching `brand`
 * rules for one brand weigh at least `brandThreshold`, or one less for a page that was saved from another site or sends
 * to a chat or a form relay. `known.content` refuses alone.
 */
export const pageRules = {
  'credential.password': { weight: 3, ja: 'パスワードの入力欄', en: 'A field for a password' },
  'credential.card': { weight: 3, ja: 'クレジットカード番号の入力欄', en: 'A field for a card number' },
  'credential.security-code': { weight: 3, ja: 'セキュリティコードの入力欄', en: 'A field for a security code' },
  'credential.one-time-code': { weight: 3, ja: '認証コードの入力欄', en: 'A field for a one-time code' },
  'credential.pin': { weight: 3, ja: '暗証番号の入力欄', en: 'A field for a PIN' },
  'credential.seed-phrase': {
    weight: 3,
    ja: 'ウォレットの復元フレーズの入力欄',
    en: "A field for a wallet's seed phrase",
  },
  'credential.identity': {
    weight: 3,
    ja: '本人確認の番号や秘密の質問の入力欄',
    en: 'A field for an identity number or a secret answer',
  },

  'brand.title': { weight: 3, ja: 'タイトルが他社のサービス名', en: "The title is another company's service" },
  'brand.mention': { weight: 1, ja: 'タイトルに他社のサービス名を含む', en: "The title has another company's name" },
  'brand.heading': {
    weight: 3,
    ja: '見出しやロゴが他社のサービス名',
    en: "A heading or logo is another company's name",
  },
  'brand.text': { weight: 3, ja: '本文が他社のサービス名', en: "The text is in another company's name" },
  'brand.field': { weight: 3, ja: '入力欄が他社のサービスのもの', en: "A field asks for another company's account" },
  'brand.icon': { weight: 3, ja: '他社のサイトのアイコンを使用', en: "The icon is from another company's site" },
  'brand.logo': { weight: 2, ja: '他社のロゴ画像を使用', en: "The page shows another company's logo" },
  'brand.image': { weight: 1, ja: '他社の名前や画像を使用', en: "An image is of or from another company's site" },
  'brand.copyright': { weight: 3, ja: '他社の著作権表示', en: "The copyright notice is another company's" },
  'brand.source': { weight: 3, ja: '他社のサイトからの複製', en: "The page was copied from another company's site" },

  'page.login': { weight: 3, ja: 'ログインを求めるページ', en: 'The page asks for nothing but a log-in' },
  'page.support-alert': {
    weight: 6,
    ja: '電話をかけさせる偽の警告',
    en: 'A false alert that asks for a telephone call',
  },

  'target.chat-hook': {
    weight: 3,
    ja: '入力内容をチャットへ送信',
    en: 'A script sends to a chat (Telegram, Discord, Slack)',
  },
  'target.form-relay': {
    weight: 2,
    ja: '入力内容を転送サービスへ送信',
    en: 'Input is sent to a relay or collector of forms',
  },

  'clone.saved-page': { weight: 2, ja: '他のサイトを保存したページ', en: 'The page was saved from another site' },

  'evasion.amount': { weight: 3, ja: '読み切れない数の要素', en: 'The page has more of something than is read' },

  'check.unfinished': {
    weight: 1,
    ja: '自動の確認が最後まで終わらなかった',
    en: 'The check of the page could not be finished',
  },
  'known.content': { weight: 3, ja: '運営が停止した内容と同じ', en: 'The content was banned by the operator' },
} as const satisfies Record<string, PageRule>;

export type PageRuleId = keyof typeof pageRules;

/** See `pageRules`. */
export const brandThreshold = 3;

/**
 * A page that is not refused gets the visitor's notice when its signs weigh this much together: one `credential` rule,
 * the matching `brand` rules for one brand if there is such a field, and every other rule that weighs more than 1.
 */
export const noticeThreshold = 6;

export function isPageRule(id: string): id is PageRuleId {
  return Object.hasOwn(pageRules, id);
}

/** A rule matched here. Line and column count from 1; in text written by a script they are those of the script's text. */
export const pageFindingSchema = z.object({
  rule: z.string(),
  line: z.int().positive(),
  column: z.int().positive(),
  excerpt: z.string(),
});
export type PageFinding = z.infer<typeof pageFindingSchema>;

/** The page has a text here that looks like a secret key, such as one for an API. `rule` names its kind: `github`. */
export const pageSecretSchema = z.object({ rule: z.string(), line: z.int().positive() });
export type PageSecret = z.infer<typeof pageSecretSchema>;

/** The result of a check before publishing. With `notice`, visitors first see that the page is being checked. */
export const pageCheckSchema = z.object({
  result: z.enum(['passed', 'notice', 'refused']),
  /** They are the reasons for a notice or a refusal. */
  findings: z.array(pageFindingSchema),
  secrets: z.array(pageSecretSchema),
});
export type PageCheckResult = z.infer<typeof pageCheckSchema>;
