import { plainText } from '../brands/fold.js';
import type { CpuBudget } from '../cpu-budget.js';
import { pageLayer, type Place, placeIn } from '../reading/layer.js';
import type { Field, PageFacts } from '../reading/page-facts.js';
import { hasNoName, namesOf } from './claimed-brands.js';
import type { Match } from './outcome.js';

/** A page about something has more characters of visible text. */
const MAX_LOGIN_TEXT = 6_000;
const MAX_SHORT = 1_000;
const MAX_TITLE = 60;
const LOGIN =
  /ログイン|ログオン|サインイン|パスワード|本人確認|認証|メールボックス|(?<![a-z])(?:log|sign)[ -]?(?:in|on)\b|webmail|mailbox|password|verif(?:y|ication)|authenticat|authori[sz]ation|security check|your account|(?:confirm|update) (?:your )?(?:e-?mail|account|identity)|(?:view|shared?|secured?|encrypted|protected|important) (?:file|document)|^document|anmeld|einloggen|se connecter|connexion|iniciar sesion|acceso|accedi\b|entrar\b|登录|登入|로그인|вход\b/;
const MAIL = /mail|メール|邮箱|이메일/;
const MAX_ALERT_TEXT = 8_000;
const MIN_ALARMS = 2;
const ALARMS =
  /ウイルス|ウィルス|マルウェア|トロイの木馬|スパイウェア|感染|ハッキング|不正アクセス|virus|malware|trojan|spyware|infected|hacked|compromised|security (?:alert|warning)|セキュリティ(?:警告|アラート)|シャットダウン|do not (?:close|shut|restart)|(?:電源|パソコン|コンピュータ).{0,12}(?:切らない|閉じない|再起動しない)|ロックされ(?:ました|ています)|(?:is|has been) (?:locked|blocked)/g;
/** Minus signs, dashes and the Japanese sign of a long vowel divide numbers, too. */
const TELEPHONE =
  /(?:\+\d{1,3}[ -.‐-―−ー]?|\b0|\b1[ -.‐-―−ー]|\()\d{1,4}\)?[ -.(‐-―−ー]{0,2}\d{2,4}\)?[ -.‐-―−ー]{0,2}\d{3,4}(?!\d)/;
/** Such code keeps a visitor on a page: it fills the screen, makes a noise, or asks before the page is left. */
const HOLDS =
  /requestFullscreen|(?:webkit|moz|ms)RequestFull|onbeforeunload|["']beforeunload["']|speechSynthesis|requestPointerLock|keyboard\s*\.\s*lock|new\s+Audio\b|\.play\s*\(\s*\)/i;

/** Finds the purpose of a page, whatever brand it names. @param credentials what was found of fields */
export function* pageKindMatches(
  facts: PageFacts,
  page: string,
  credentials: readonly Match[],
  budget: CpuBudget,
): Generator<Match> {
  if (credentials.length > 0 && facts.textLength <= MAX_LOGIN_TEXT) {
    const place = loginPlace(facts);
    if (place) yield { rule: 'page.login', place };
  }
  if (facts.textLength <= MAX_ALERT_TEXT && isSupportAlert(facts, budget)) {
    yield { rule: 'page.support-alert', place: placeIn(pageLayer(page), 0) };
  }
}

/**
 * Finds where a page asks for a log-in. If the form is sent somewhere, this is in its title, or anywhere on a short
 * page. Otherwise its titles and headings say nothing else, and it asks for a mail address.
 */
function loginPlace(facts: PageFacts): Place | undefined {
  const names = namesOf(facts);
  const isShort = facts.textLength <= MAX_SHORT;
  const sent = facts.fields.find(({ isSent }) => isSent);
  const asking = [...names, ...(sent && isShort ? facts.texts : [])].find(({ text }) => LOGIN.test(plainText(text)));
  const isNamed = !hasNoName(facts);
  if (!sent) return isNamed || !facts.fields.some(isMail) ? undefined : asking?.place;
  if (!asking) return isNamed || !isShort ? undefined : sent.place;
  const isTitle = facts.titles.includes(asking) && asking.text.length <= MAX_TITLE;
  return !isNamed || isTitle || isShort ? asking.place : undefined;
}

const isMail = ({ type, words, label }: Field): boolean =>
  type === 'email' || MAIL.test(plainText(`${words} ${label}`));

function isSupportAlert({ texts, titles, scripts, holdsVisitor }: PageFacts, budget: CpuBudget): boolean {
  const shown = [...titles, ...texts].map(({ text }) => text).join(' ');
  budget.spend(4 * shown.length);
  if (!TELEPHONE.test(shown.normalize('NFKC'))) return false;
  if (new Set(plainText(shown).match(ALARMS)).size < MIN_ALARMS) return false;
  const code = scripts.map(({ text }) => text).join('\n');
  budget.spend(code.length);
  return holdsVisitor || HOLDS.test(code);
}
