import { brandsIn } from '../brands/brands.js';
import { lookOf } from '../brands/fold.js';

/** What services say of themselves beside their name: in titles, headings, logos. */
const OWN_WORDS = lookWords(
  'ログイン ログオン サインイン サインオン マイページ 会員 お客様 お客さま 個人の 個人 法人 公式サイト 公式 サイト ウェブ オンライン インターネット ' +
    'バンキング ダイレクト アプリ アカウント セキュリティ パスワード 暗証番号 カード クレジットカード 番号 情報 更新 変更 確認 認証 本人 手続き 手続 ' +
    '登録 再登録 お支払い 支払い 支払 決済 請求 料金 利用 ご利用 サービス 再開 停止 制限 解除 異常 検知 不審 アクセス 重要 緊急 お知らせ ' +
    'ご案内 案内 お届け 配達 再配達 荷物 配送 不在 通知 お申し込み お申込み 申し込み 申込 受付 問い合わせ お問い合わせ センター サポート 入力 完了 ' +
    'ポイント 交換 キャンペーン 当選 還付 還付金 未納 返金 ホーム トップ 画面 へ ようこそ ようこそ。 必要 方法 安全 保護 ロック 有効期限 期限 切れ ' +
    'メンバーズ メンバー メール ストア ショップ 通販 銀行 株式会社 会社 グループ ' +
    'login log in log on logon signin sign in sign on sign up account accounts my id verify verification verified confirm ' +
    'confirmation security secure update billing payment password online banking mobile card official site home welcome to ' +
    'your you the to into please or and of for center support help delivery tracking package wallet connect unlock restore ' +
    'recovery suspended limited access service services portal webmail mail web app japan jp co com inc co.,ltd ltd group bank ' +
    'member members web store shop document documents shared view file sign reset',
);
const PARTICLES = /[のをにはがでとへもやかごおしてくださいますたれらりる\s\d\p{P}\p{S}]+/gu;

/** Words of pages about a service, or for use with it. A page that wants to be mistaken for it does not use them. */
const ABOUT = lookWords(
  'フィッシング 詐欺 偽 なりすまし かたる 騙る 装う 注意喚起 にご注意 被害 対策 見分け 手口 事例 検証 とは 作り方 作ってみ 作成方法 使い方 始め方 ' +
    '入門 講座 解説 学習 勉強 練習 演習 課題 教材 模写 コーディング 再現 風 もどき クローン デモ サンプル テスト モック プロトタイプ 試作 ' +
    'ファン 非公式 レビュー 評判 口コミ 比較 まとめ おすすめ ランキング ニュース 速報 記事 ブログ 日記 感想 考察 歴史 株価 決算 業績 実装 ' +
    '自作 ツール 計算 シミュレーター チェッカー ジェネレーター ビューア ダウンローダー 拡張機能 プラグイン テーマ テンプレート ポートフォリオ 作品 連携 API ボット ' +
    'phishing scam fake fraud warning beware clone demo sample example tutorial how to guide course lesson learn practice exercise ' +
    'homework assignment mock mockup prototype replica redesign concept fan unofficial review reviews comparison blog news api bot ' +
    'tool tools checker calculator generator viewer downloader extension plugin theme template portfolio playground dashboard for ' +
    'client sdk integration tracker stats simulator game quiz parody',
);

/** Those of them that a page for visitors of the service itself has in no title. */
const DISCUSSION = lookWords(
  'ファン 非公式 レビュー 評判 口コミ 比較 まとめ ランキング 速報 ブログ 日記 感想 考察 クローン 模写 作り方 再現 実装 ' +
    'clone replica redesign fan unofficial review reviews comparison blog tutorial',
);

function lookWords(words: string): string[] {
  return [...new Set(words.split(' ').map(lookOf))].sort((a, b) => b.length - a.length);
}

const isLatinWord = (word: string): boolean => /^[a-z\d.,]+$/.test(word);
const escaped = (word: string): string => word.replaceAll(/[.+]/g, String.raw`\$&`);

/** Latin words stand by themselves; others may be parts of compounds. */
function anyOf(words: readonly string[]): RegExp {
  const latin = words.filter(isLatinWord).map(escaped).join('|');
  const others = words
    .filter((word) => !isLatinWord(word))
    .map(escaped)
    .join('|');
  return new RegExp(`(?<![a-z])(?:${latin})(?![a-z])|${others}`, 'g');
}
const ownWords = anyOf(OWN_WORDS);
const discussionWords = anyOf(DISCUSSION);
const aboutWords = anyOf(ABOUT.filter((word) => word !== lookOf('風')));
/** "Netflix風": behind the name only, as the character is part of other words. */
const IN_THE_STYLE_OF = /風(?!呂|景|邪|船|俗|力)/;

// Not those of a sentence: "Amazon、増収増益" is about it.
const SEPARATORS = /[|｜―【】[\]•·]|\s[-–—−]+\s/;
/** What may be left of a name's segment beside its own words. */
const MAX_REST = 2;

export interface ClaimedBrand {
  brand: string;
  /** The text is the brand's own name, and not about it. */
  isClaim: boolean;
}

/** The brands that a title, heading or logo names. */
export function claimedBrands(text: string): ClaimedBrand[] {
  const claimed = new Map<string, boolean>();
  const whole = lookOf(text);
  if (brandsIn(whole).length === 0) return [];
  const isAbout = whole.search(aboutWords) !== -1 || IN_THE_STYLE_OF.test(whole);
  const segments = new Set([whole, ...text.split(SEPARATORS).map((segment) => lookOf(segment).trim())]);
  for (const segment of segments) {
    const matches = brandsIn(segment);
    if (matches.length === 0) continue;
    const isClaim = !isAbout && restOf(segment, matches).length <= MAX_REST;
    for (const { brand } of matches) claimed.set(brand, (claimed.get(brand) ?? false) || isClaim);
  }
  return [...claimed].map(([brand, isClaim]) => ({ brand, isClaim }));
}

/** The brands that a title names as the subject of a review, a clone and so on. */
export function discussedBrands(title: string): string[] {
  const look = lookOf(title);
  return look.search(discussionWords) === -1 ? [] : brandsIn(look).map(({ brand }) => brand);
}

function restOf(segment: string, matches: readonly { from: number; to: number }[]): string {
  let rest = '';
  let at = 0;
  for (const { from, to } of matches) {
    rest += `${segment.slice(at, from)} `;
    at = to;
  }
  return (rest + segment.slice(at)).replaceAll(ownWords, ' ').replaceAll(PARTICLES, '');
}
