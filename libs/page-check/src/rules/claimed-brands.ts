import { brandsIn } from '../brands/brands.js';
import { confusableSkeleton } from '../brands/fold.js';

/** Services use these words beside their name in titles, headings and logos. */
const OWN_WORDS = skeletonWords(
  'ログイン ログオン サインイン サインオン マイページ 会員 お客様 お客さま 個人の 個人 法人 公式サイト 公式 サイト ウェブ オンライン インターネット ' +
    'バンキング ダイレクト アプリ アカウント セキュリティ パスワード 暗証番号 カード クレジットカード 番号 情報 更新 変更 確認 認証 本人 手続き 手続 ' +
    '登録 再登録 お支払い 支払い 支払 決済 請求 料金 利用 ご利用 サービス 再開 停止 制限 解除 異常 検知 不審 アクセス 重要 緊急 お知らせ 専用 ページ オンライントレード navi 事業 ヘルプ コミュニティ 状況 ソフト 二段階 2段階 受信料 電気 ガス 水道 放送 ' +
    'ご案内 案内 お届け 配達 再配達 荷物 配送 不在 通知 お申し込み お申込み 申し込み 申込 受付 問い合わせ お問い合わせ センター サポート 入力 完了 ' +
    '次へ 次 送信 続行 続ける 同意 戻る 環境 強化 取引 お取引 目的 等 不正 口座 凍結 追加 失効 年会費 承認 未払い 未払 送付先 配送先 届け先 住所 金額 自動 退会 処理 について 確定 キャッシュカード ' +
    '再発行 依頼 書類 提出 復旧 防止 第三者 プレミアム 規制 二要素 ご連絡 連絡 口座振替 振替 入金 ギフト券 利用者 メンテナンス 電話番号 携帯 顧客 契約者 契約 内容 ' +
    '資産 送金 振込 引き落とし 引落 保留 関税 税関 送料 手数料 受取 受け取り 追跡 返送 保管 間近 エラー 問題 発生 一時的 一時 無効 有効化 ワンタイム ' +
    'システム 納税 納付 税金 滞納 差押 督促 申告 電子 アンケート 周年 記念 感謝 プレゼント 特典 抽選 会費 プラン 更新手続き 復元 再設定 ' +
    'ポイント 交換 キャンペーン 当選 還付 還付金 未納 返金 ホーム トップ 画面 へ ようこそ ようこそ。 必要 方法 安全 保護 ロック 有効期限 期限 切れ ' +
    'メンバーズ メンバー マイダイレクト ウォレット 同期 検証 vpn ssl メール ストア ショップ 通販 銀行 株式会社 会社 グループ ' +
    'login log in log on logon signin sign in sign on sign up account accounts my id verify verification verified confirm ' +
    'confirmation security secure update billing payment password online banking mobile card official site home welcome to ' +
    'your you the to into please or and of for center support help delivery tracking package wallet connect unlock restore ' +
    'recovery suspended limited access service services portal webmail mail web app japan jp co com inc co.,ltd ltd group bank ' +
    'member members web store shop document documents shared view file sign reset alert unusual activity locked held at customs fee claim reward ' +
    'validation validate information refund required requires action identity continue resolution expired session two step factor ' +
    'redelivery has have been is are we was blocked restricted important urgent invoice airdrop new device detected attempt failed ' +
    'declined method details membership subscription renew on loading fraud protection prevention department team ' +
    'followers likes free votes vote poll get online banking internet netbanking check meeting authorization authentication it encrypted confidential important ' +
    'お願い 事務局 様 読み込み中 少々 しばらく 待ち アラート ネットワーク ' +
    // These are German, French, Spanish, Italian and Portuguese.
    'anmelden anmeldung einloggen konto kundenkonto sicherheit bestätigen bestätigung verifizierung sendungsverfolgung sendung paket paketverfolgung zustellung zahlung rechnung bitte ihr ihre der die das zu zur und kunden kundenportal gesperrt ' +
    'connexion se connecter compte espace client clients suivi colis livraison paiement facture sécurité vérification confirmation votre vos mon le la les de du et à suivre mes ' +
    'acceso acceder iniciar sesión cuenta banca línea clientes área seguridad verificación pago factura envío paquete seguimiento su sus el y en particulares ' +
    'accesso accedi conto sicurezza verifica pagamento fattura spedizione pacco area clienti il e di ' +
    'entrar conta acesso segurança verificação pagamento encomenda entrega',
);
const PARTICLES = /[のをにはがでとへもやかごおしてくださいますたれらりる\s\d\p{P}\p{S}]+/gu;

/** Pages about a service, or for use with it, have these words. A page that imitates the service does not use them. */
const ABOUT = skeletonWords(
  'フィッシング 詐欺 偽 なりすまし かたる 騙る 装う 注意喚起 にご注意 被害 対策 見分け 手口 事例 検証して 検証し 検証結果 検証記事 を検証 とは 作り方 作ってみ 作成方法 使い方 始め方 ' +
    '入門 講座 解説 学習 勉強 練習 演習 課題 教材 模写 コーディング 再現 風 もどき クローン デモ サンプル テスト モック プロトタイプ 試作 ' +
    'ファン 非公式 レビュー 評判 口コミ 比較 まとめ おすすめ ランキング ニュース 速報 記事 ブログ 日記 感想 考察 歴史 株価 決算 業績 実装 ' +
    '自作 ツール 計算 シミュレーター チェッカー ジェネレーター ビューア ダウンローダー 拡張機能 プラグイン テーマ テンプレート ポートフォリオ 作品 連携 API ボット ' +
    'phishing scam fake fraud warning beware clone demo sample example tutorial how guide course lesson learn practice exercise ' +
    'homework assignment mock mockup prototype replica redesign concept fan unofficial review reviews comparison blog news api bot ' +
    'tool tools checker calculator generator viewer downloader extension plugin theme template portfolio playground dashboard for ' +
    'client sdk integration tracker stats simulator game quiz parody html css javascript react tailwind bootstrap figma flutter ' +
    'パスワード管理 支払い管理 アカウント一覧 アカウント管理表 手順書 ログイン方法 登録方法 ' +
    'しないで ないでください never メモ 記録 統計 グラフ クイズ 授業 年表 読書 旅行 しおり 図鑑 やり方 しかた 仕方 手順 作る 研修 訓練 クイズ 自由研究 企業分析 代わり 代替 alternative alternatives',
);

/** "使い方" and "開き方" say how something is done. "ご利用の方" is a person, and "方法" is also on pages of the service itself. */
const WAY_TO = /(?:[きぎしちにびみリりえけげせてねべめれ]|(?<!な)い)方(?![法面向式々])/;
/** "Please review the document" does not review it, and a "fraud alert" is not an article. */
const REQUESTED_REVIEW = new RegExp(
  `${confusableSkeleton('fraud')}(?= (?:${skeletonWords('alert alerts protection prevention department team security').join('|')}))|${confusableSkeleton('review')}(?= (?:${skeletonWords('your the and it now document file invoice payment activity details information recent').join('|')}))`,
  'g',
);

/** A page for visitors of the service itself has none of these in a title. */
const DISCUSSION = skeletonWords(
  'ファン 非公式 レビュー 評判 口コミ 比較 まとめ ランキング 速報 ブログ 日記 感想 考察 クローン 模写 作り方 作る 再現 実装 やり方 仕方 ' +
    'パスワード管理 支払い管理 アカウント一覧 アカウント管理表 手順書 ログイン方法 登録方法 ' +
    'メモ 記録 統計 グラフ クイズ 授業 年表 読書 旅行 しおり 図鑑 研修 訓練 自由研究 企業分析 代わり 代替 alternative alternatives clone replica redesign fan unofficial review reviews comparison blog tutorial ' +
    'html css javascript react tailwind bootstrap figma flutter',
);

/** These of `OWN_WORDS` ask for something or announce it. */
const ASKING = skeletonWords(
  'ログイン ログオン サインイン マイページ 会員 お客様 お客さま セキュリティ 暗証番号 更新 確認 認証 本人 手続 登録 支払 決済 請求 再開 停止 ' +
    '制限 解除 異常 検知 不審 検証 同期 重要 緊急 お知らせ 再配達 配達 お届け 荷物 不在 申込 申し込み 当選 還付 未納 未払 返金 凍結 失効 不正 復旧 再発行 規制 振替 入金 電話番号 メンテナンス 有効期限 記念 特典 抽選 プレゼント 納付 ' +
    'login log in sign in signin sign on signon verify verification confirm security secure update billing payment account wallet ' +
    'delivery tracking package unlock restore recovery suspended limited webmail portal shared document alert unusual locked customs claim refund required action identity session expired redelivery resolution ' +
    'invoice ' +
    'anmelden anmeldung einloggen konto sicherheit bestätigen verifizierung sendungsverfolgung paketverfolgung zustellung zahlung rechnung gesperrt ' +
    'connexion connecter compte suivi livraison paiement facture vérification ' +
    'acceso acceder sesión cuenta verificación pago factura envío seguimiento accesso accedi conto verifica pagamento spedizione ' +
    'entrar conta acesso verificação pagamento encomenda entrega',
);

function skeletonWords(words: string): string[] {
  return [...new Set(words.split(' ').map(confusableSkeleton))].sort((a, b) => b.length - a.length);
}

const isLatinWord = (word: string): boolean => /^[a-z\d.,]+$/.test(word);
const escaped = (word: string): string => word.replaceAll(/[.+]/g, String.raw`\$&`);

/** A Latin word must not be part of a longer one; others may be parts of compounds. */
function anyOf(words: readonly string[]): RegExp {
  const latin = words.filter(isLatinWord).map(escaped).join('|');
  const others = words
    .filter((word) => !isLatinWord(word))
    .map(escaped)
    .join('|');
  return new RegExp(`(?<![a-z])(?:${latin})(?![a-z])|${others}`, 'g');
}
const ownWords = anyOf(OWN_WORDS);
const askingWords = anyOf(ASKING);
const discussionWords = anyOf(DISCUSSION);
const aboutWords = anyOf(ABOUT.filter((word) => word !== confusableSkeleton('風')));
/** It counts only behind the name, as in "Netflix風", because the character is part of other words. */
const IN_THE_STYLE_OF = /風(?!呂|景|邪|船|俗|力)/;

/** These names are also words. Alone, and not in capitals where the brand writes it so, they claim nothing. */
const WORDS = new Set(
  skeletonWords(
    'line ups ana visa chase wise cox vanguard chime rogers emirates minecraft wordpress adp stripe kraken tesla hulu citi イオン アップル アマゾン ヤマト 佐川 郵便局 税務署 農協 しまむら プロミス ' +
      'nomura gu dbs anz ameli 原神 レイク オリコ ナナコ 宅急便 じゃらん 信用金庫 労働金庫 総務省 厚生労働省 警察庁 警視庁 デジタル庁 マイナンバーカード マイナポイント etcカード',
  ),
);
const CAPITALS = /(?<![A-Z])(?:LINE|UPS|ANA|VISA)(?![A-Z])/;

// Commas do not separate: "Amazon、増収増益" is about Amazon.
const SEPARATORS = /[|｜―【】[\]•·]|\s[-–—−]+\s/;
/** A name's segment may have this many characters beside its own words. */
const MAX_REST = 2;
/** Two of these characters can be a word, as in "Amazon管理". */
const WIDE = /[\p{Script=Han}\p{Script=Katakana}]/gu;
const lengthOf = (rest: string): number => rest.length + 2 * (rest.match(WIDE)?.length ?? 0);

interface ClaimedBrand {
  brand: string;
  /** The text is the brand's own name, and is not about the brand. */
  isClaim: boolean;
}

/** Finds the brands that a title, heading or logo names. */
export function claimedBrands(text: string): ClaimedBrand[] {
  const claimed = new Map<string, boolean>();
  const whole = confusableSkeleton(text);
  if (brandsIn(whole).length === 0) return [];
  const isAbout = hasAny(aboutWords, whole) || IN_THE_STYLE_OF.test(whole) || WAY_TO.test(whole);
  const segments = new Set([whole, ...text.split(SEPARATORS).map((segment) => confusableSkeleton(segment).trim())]);
  for (const segment of segments) {
    const matches = brandsIn(segment);
    if (matches.length === 0) continue;
    const isClaim = !isAbout && lengthOf(restOf(segment, matches)) <= MAX_REST;
    const isWord = isAlone(segment, matches) && !CAPITALS.test(text);
    for (const { brand } of matches) claimed.set(brand, (claimed.get(brand) ?? false) || (isClaim && !isWord));
  }
  return [...claimed].map(([brand, isClaim]) => ({ brand, isClaim }));
}

/** Whether a text names nothing but brands: "ログイン", "Sign in to your account". */
export function isNameless(text: string): boolean {
  const skeleton = confusableSkeleton(text);
  return lengthOf(restOf(skeleton, brandsIn(skeleton))) <= MAX_REST;
}

/** Finds the brands that a title is about, as a review is, or a title that asks its reader for nothing. */
export function discussedBrands(title: string): string[] {
  const skeleton = confusableSkeleton(title);
  if (hasAny(discussionWords, skeleton) || IN_THE_STYLE_OF.test(skeleton) || WAY_TO.test(skeleton)) {
    return brandsIn(skeleton).map(({ brand }) => brand);
  }
  if (skeleton.search(askingWords) !== -1 || restOf(skeleton, brandsIn(skeleton)) === '') return [];
  return claimedBrands(title).flatMap(({ brand, isClaim }) => (isClaim ? [] : [brand]));
}

function hasAny(words: RegExp, skeleton: string): boolean {
  return skeleton.replaceAll(REQUESTED_REVIEW, '').search(words) !== -1;
}

/** Whether a segment is only a name that is also a word. */
function isAlone(segment: string, [match]: readonly { from: number; to: number }[]): boolean {
  if (!match || !WORDS.has(segment.slice(match.from, match.to).replaceAll(' ', ''))) return false;
  return /^[\p{P}\p{S}\s]*$/u.test(segment.slice(0, match.from) + segment.slice(match.to));
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
