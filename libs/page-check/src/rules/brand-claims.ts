import type { PageRuleId } from '@haru/contracts';
import { brandOfAddress, brandsIn } from '../brands/brands.js';
import { confusableSkeleton, plainText } from '../brands/fold.js';
import type { CpuBudget } from '../cpu-budget.js';
import { LABEL_LENGTH } from '../reading/layer.js';
import type { Image, NamedText, PageFacts } from '../reading/page-facts.js';
import { claimedBrands, discussedBrands, hasNoName, isNameless, MAX_NAMES, namesOf } from './claimed-brands.js';
import type { Match } from './outcome.js';

/** Any shop shows pictures of these means of payment. */
const PAYMENTS = new Set([
  ...['VISA', 'Mastercard', 'JCB', 'American Express', 'Diners Club', 'PayPal', 'Stripe', 'PayPay', 'Amazon', 'Apple'],
  ...['Google', 'LINE', '楽天市場', 'NTTドコモ', 'au', 'メルペイ'],
]);
/** Other pages ask for names at these services to find a person: "Discordのユーザー名", "LINE ID". */
const FINDS_PEOPLE = new Set(
  'LINE Twitter Facebook Instagram GitHub YouTube TikTok Discord Slack Steam Twitch Telegram WhatsApp'.split(' '),
);
/** Other pages link to these services, or let visitors sign in with their accounts. */
const ACCOUNTS = new Set([
  ...FINDS_PEOPLE,
  ...['Google', 'Apple', 'Microsoft', 'Yahoo! JAPAN', 'Spotify', 'LinkedIn', 'Pinterest'],
]);

const MAX_TEXT_LENGTH = 160;
/** A page with logos of this many brands lists partners or ways to pay or sign in: it is none of them. */
const LIST_LENGTH = 3;
const PAYMENT_NAMES = new Set([...PAYMENTS].map(confusableSkeleton));
const COPYRIGHT = /©|\(c\)|copyright/gi;
const COPYRIGHT_REACH = 60;
/** The sign and the name of the owner may have these between them, such as a year. */
const BEFORE_OWNER = /^(?:\(c\)|(?:by|the)\b|[\s\d\p{P}\p{S}年])*/iu;
const SSO_WORDS =
  /(?:で|を使って|でも)(?:ログイン|サインイン|続行|続ける|登録|サインアップ|新規登録|支払|連携)|アカウントで|(?:sign|log) ?(?:in|up) with|continue with|pay with|login with|(?:go|back) to (?!your)|^\s*visit /i;

/** Finds what the page shows of brands as its own; the slowest rules come last. @throws BudgetExceededError */
export function* brandMatches(facts: PageFacts, budget: CpuBudget): Generator<Match> {
  // A page whose title is about a brand also has its name in headings and pictures.
  const discussed = new Set(facts.titles.slice(0, MAX_NAMES).flatMap(({ text }) => discussedBrands(text)));
  const isOther = ({ brand = '' }: Match) => !discussed.has(brand);
  yield* named(facts.titles, budget, 'brand.title', 'brand.mention');
  yield* withoutLists([...named(headingsOf(facts), budget, 'brand.heading')]).filter(isOther);
  yield* fieldMatches(facts, budget);
  yield* hosted(facts.addresses, budget, 'brand.source');
  yield* hosted(facts.icons, budget, 'brand.icon');
  if (hasNoName(facts)) yield* textMatches(facts, budget);
  yield* withoutLists(imageMatches(facts, budget)).filter(isOther);
  yield* copyrightMatches(facts.texts, budget);
}

function* named(
  texts: readonly NamedText[],
  budget: CpuBudget,
  claim: PageRuleId,
  mention?: PageRuleId,
): Generator<Match> {
  for (const { text, place } of texts) {
    budget.spend(8 * text.length);
    for (const { brand, isClaim } of claimedBrands(text)) {
      const rule = isClaim ? claim : mention;
      if (rule) yield { rule, brand, place };
    }
  }
}

/** Finds the only brand in whose name a text of a nameless page speaks: "Use your Google Account". */
function textMatches({ texts }: PageFacts, budget: CpuBudget): Match[] {
  const found = new Map<string, Match>();
  for (const { text, isAction, place } of texts) {
    // What a script writes has code around it.
    if (isAction || text.length > MAX_TEXT_LENGTH || place.layer.depth > 0) continue;
    budget.spend(8 * text.length);
    const skeleton = confusableSkeleton(text);
    const brands = brandsIn(skeleton);
    if (brands.length === 0 || SSO_WORDS.test(plainText(text))) continue;
    for (const { brand, from, to } of brands) {
      const isOwner = ACCOUNT_OF.test(skeleton.slice(to, to + 16)) ? YOURS : SIGN_IN_TO;
      if (isOwner.test(skeleton.slice(0, from))) found.set(brand, { rule: 'brand.text', brand, place });
    }
  }
  return found.size === 1 ? [...found.values()] : [];
}

/** Returns what a page shows as its name. A shop also names the ways to pay. */
function headingsOf(facts: PageFacts): NamedText[] {
  const paysFor = namesOf(facts).some(({ text }) => CHECKOUT.test(text) && !isNameless(text));
  return facts.headings.filter(({ text }) => !(paysFor && PAYMENT_NAMES.has(confusableSkeleton(text).trim())));
}

function withoutLists(matches: Match[]): Match[] {
  return new Set(matches.map(({ brand }) => brand)).size >= LIST_LENGTH ? [] : matches;
}

/** Finds fields for something of a brand: "Apple ID", "楽天会員のパスワード". */
function fieldMatches({ fields }: PageFacts, budget: CpuBudget): Match[] {
  return fields.flatMap(({ words, label, place }) => {
    // The end of a sentence is not a label.
    const isLabel =
      label.trim().length < LABEL_LENGTH && !/[.。!！]\s*$/.test(label) && !SSO_WORDS.test(plainText(label));
    const own = isLabel ? `${words} | ${label}` : words;
    budget.spend(8 * own.length);
    const skeleton = confusableSkeleton(own);
    return brandsIn(skeleton)
      .filter(({ brand, to }) => {
        const account = FINDS_PEOPLE.has(brand) ? PASSWORD_OF : ACCOUNT_OF;
        return account.test(skeleton.slice(to, to + 16)) || ENDS_WITH_ID.test(skeleton.slice(0, to));
      })
      .map(({ brand }): Match => ({ rule: 'brand.field', brand, place }));
  });
}

const endsWith = (words: string[]): RegExp =>
  new RegExp(String.raw`(?<![a-z])(?:${words.map(confusableSkeleton).join('|')})\s?$`);
const behindBrand = (words: string[]): RegExp =>
  new RegExp(String.raw`^\s?の?\s?(?:${words.map(confusableSkeleton).join('|')})`);
const YOURS = endsWith(['your', 'あなたの', 'お客様の', 'お使いの']);
const SIGN_IN_TO = endsWith(['sign in to', 'log in to', 'login to', 'sign into', 'log into', 'your']);
const PASSWORD_OF = behindBrand(['パスワード', 'password', 'ログイン']);
const ACCOUNT_OF = behindBrand(['id', 'アカウント', '会員', 'パスワード', 'account', 'password', 'ユーザ', 'ログイン']);
const ENDS_WITH_ID = endsWith(['apple id', 'dアカウント', 'au id', 'vpass', '楽天id']);

function hosted(addresses: readonly NamedText[], budget: CpuBudget, rule: PageRuleId): Match[] {
  return addresses.flatMap(({ text, place }): Match[] => {
    budget.spend(text.length);
    const brand = brandOfAddress(text);
    return brand === undefined ? [] : [{ rule, brand, place }];
  });
}

function* copyrightMatches(texts: readonly NamedText[], budget: CpuBudget): Generator<Match> {
  for (const [at, { text, place }] of texts.entries()) {
    budget.spend(text.length);
    if (text.search(COPYRIGHT) === -1) continue;
    for (const { 0: mark, index } of text.matchAll(COPYRIGHT)) {
      budget.spend(8 * COPYRIGHT_REACH);
      // The name is often a link.
      const near = `${text.slice(index + mark.length)} ${texts[at + 1]?.text ?? ''}`.slice(0, COPYRIGHT_REACH);
      const owner = brandsIn(confusableSkeleton(near.replace(BEFORE_OWNER, ''))).find(({ from }) => from === 0);
      if (owner) yield { rule: 'brand.copyright', brand: owner.brand, place };
    }
  }
}

/** These services show the icons of any site. */
const ICON_SERVICE = /\/s2\/favicons|faviconv2|\/favicons?\?/i;

const CHECKOUT =
  /支払|決済|購入|注文|カート|レジ|予約|カード|check ?out|payment|\bpay\b|cart|order|card|billing|donat|寄付|会費/i;
const LOGO_WORDS = /logo|ロゴ|\b(?:png|svg|gif|jpe?g|webp)\b|[_-]/gi;

/** Finds the brands in the pictures; a picture may be the only name of a page. */
function imageMatches(facts: PageFacts, budget: CpuBudget): Match[] {
  const [first] = facts.images;
  const isName = first !== undefined && isNameOfPage(first, facts);
  return facts.images.flatMap((image): Match[] => {
    const { src, alt, isLogo, place } = image;
    budget.spend(8 * (src.length + alt.length));
    const owner = ICON_SERVICE.test(src) ? undefined : brandOfAddress(src);
    const rule = isName && image === first ? 'brand.heading' : isLogo ? 'brand.logo' : 'brand.image';
    if (owner !== undefined) return [{ rule, brand: owner, place }];
    const file = fileNameOf(src).replaceAll(LOGO_WORDS, ' ');
    const named = brandsIn(confusableSkeleton(alt))[0] ?? claimedBrands(file).find(({ isClaim }) => isClaim);
    return named ? [{ rule, brand: named.brand, place }] : [];
  });
}

/** Whether a page without a name shows this picture first, before its first field. */
function isNameOfPage({ alt, src, isAction, place }: Image, facts: PageFacts): boolean {
  const field = facts.fields.find((other) => other.place.layer === place.layer);
  const isBehindField = field !== undefined && field.place.from < place.from;
  if (facts.fields.length === 0 || isBehindField) return false;
  if (!isNameless(alt.replaceAll(LOGO_WORDS, ' ')) || !hasNoName(facts)) return false;
  const name = `${alt} ${fileNameOf(src)}`.replaceAll(LOGO_WORDS, ' ');
  const brands = [...claimedBrands(name).map(({ brand }) => brand), brandOfAddress(src)];
  const isOneOf = (set: ReadonlySet<string>) => brands.some((brand) => brand !== undefined && set.has(brand));
  if (isAction && isOneOf(ACCOUNTS)) return false;
  return !(isOneOf(PAYMENTS) && namesOf(facts).some(({ text }) => CHECKOUT.test(text)));
}

function fileNameOf(src: string): string {
  if (src.startsWith('data:')) return '';
  return (/([^/?#]{1,80})(?:[?#]|$)/.exec(src)?.[1] ?? '').replaceAll(/[-_.]/g, ' ');
}
