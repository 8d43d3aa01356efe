import type { PageRuleId } from '@haru/contracts';
import type { CpuBudget } from '../cpu-budget.js';
import { plainText } from '../brands/fold.js';
import type { Field, PageFacts } from '../reading/page-facts.js';
import type { Match } from './outcome.js';

/** A key of an API for a tool of the page is not a credential of a person. */
const API_KEY =
  /api.?(?:key|キー)|apiキー|token|トークン|secret.?(?:key|access)|access.?key|アクセスキー|webhook|client.?secret|sk-|ghp_|bearer|(?:^|\s)key(?:\s|$)/;

/** The first rule whose pattern matches a field counts. */
type Patterns = Partial<Record<PageRuleId, RegExp>>;

/** They are searched in names, ids, placeholders and labels. */
const WORDS: Patterns = {
  'credential.seed-phrase':
    /seed.?(?:phrase|words?)|(?:secret )?recovery.?(?:phrase|words)|mnemonic|(?:12|24).?(?:word|単語)|\bword ?1\b.{0,30}\bword|シード.?フレーズ|リカバリー.?フレーズ|復元フレーズ|ニーモニック|秘密鍵|private.?key/,
  'credential.security-code':
    /\bcv[vc]2?\b|cvv|cvc(?![a-z])|cryptogramme|codigo de seguridad|codice di sicurezza|prufziffer|セキュリティ.?コード|security.?code|card.?verification/,
  'credential.card':
    /card.?(?:no\b|num)|cardno|ccnum|cc.?number|kartennummer|kreditkarte|numero (?:de |du |da |della )?(?:la )?(?:carte|tarjeta|carta|cartao)|卡号|credit.?card.?num|カード.?番号|(?:\d{4}|0000|[x*•]{4})[ -](?:\d{4}|[x*•]{4})[ -](?:\d{4}|[x*•]{4})/,
  'credential.pin': /暗証|atm.?pin|pin.?(?:code|number|コード|番号)|pinコード|(?:^|\s)pin(?:\s|$)|第[二2]認証/,
  'credential.one-time-code':
    /ワンタイム|認証コード|認証番号|確認コード|検証コード|sms.?コード|二段階|2段階|sms.?code|\d.?(?:digit|桁の?)[ -]?(?:\w+ )?(?:code|コード|番号|数字)|\botp|one.?time|verification.?code|2fa|auth.?code|code de (?:verification|confirmation|securite)|bestatigungscode|codigo de (?:verificacion|confirmacion)|codice di verifica|pushtan|验证码|인증번호/,
  'credential.identity':
    /\bssn|social.?security|security (?:question|answer)|(?:secret|security).?answer|mother.{0,3}maiden|マイナンバー|個人番号|秘密の(?:質問|答え)|recovery (?:e-?mail|phone)/,
  'credential.password':
    /passwor[dt]|passw\b|passwd|\bp(?:s|as)wd?\b|\bpsw|\bpwd|pwd\b|パスワード|パスコード|passcode|(?:^|[^a-z])pass(?:[^a-z]|$)|kennwort|mot de passe|contrasena|(?:^|\s)(?:clave|senha)(?:\s|$)|密码|비밀번호|p[a@]ssw[o0]rd/,
};
const AUTOCOMPLETE: Patterns = {
  'credential.security-code': /cc-csc/,
  'credential.card': /cc-number/,
  'credential.one-time-code': /one-time-code/,
  'credential.password': /(?:current|new)-password/,
};
/** A script makes such a field: by its markup's type, or by an element with a text that asks for a secret. */
const MADE_BY_SCRIPT =
  /\btype["'`]?\s*[=:,]\s*["'`]password["'`]|["'`]input["'`]\s*[,)][^]{0,300}?["'`][^"'`]{0,20}(?:パスワード|password|暗証番号|カード番号|認証コード)|\bprompt\s*\(\s*["'`][^"'`]{0,200}(?:パスワード|password|暗証番号|カード番号|認証コード|seed phrase)/i;
/** This many fields ask for a phrase word by word; `MIN_DIGITS` fields of one character ask for a code. */
const MIN_WORDS = 12;
const MIN_DIGITS = 4;
const NUMBERED = /(?:^|[\s_-])(?:word|phrase|seed|単語|ワード|w|p)?[\s_#-]*\d{1,2}(?:st|nd|rd|th)?\W*(?:\s|$)/;
const PHRASE =
  /(?:recovery|seed|mnemonic|secret|backup).{0,12}(?:phrase|words?|seed)|リカバリー|シード|復元|フレーズ|ニーモニック/i;
const TYPES_WITHOUT_SECRETS = new Set('email url date time datetime-local month week'.split(' '));

/** Finds fields for what only its owner may know. */
export function* credentialMatches(facts: PageFacts, budget: CpuBudget): Generator<Match> {
  const { scripts } = facts;
  const isEnabledLater = scripts.some(({ text }) => text.includes('disabled'));
  const fields = facts.fields.filter(({ isDisabled }) => !isDisabled || isEnabledLater);
  yield* fieldsInSeries(fields, facts);
  const asksForWords = fields.some(({ isLong }) => isLong) && asksForPhrase(facts);
  for (const field of fields) {
    const rule = ruleOf(field) ?? (field.isLong && asksForWords ? 'credential.seed-phrase' : undefined);
    if (rule) yield { rule, place: field.place };
  }
  for (const { text, place } of scripts) {
    budget.spend(8 * text.length);
    if (MADE_BY_SCRIPT.test(text)) yield { rule: 'credential.password', place };
  }
}

/** Finds series of fields, one for each word or digit, where no single field says what it asks for. */
function* fieldsInSeries(fields: readonly Field[], facts: PageFacts): Generator<Match> {
  const digits = fields.filter(({ isOfOne }) => isOfOne);
  if (digits.length >= MIN_DIGITS && digits[0]) yield { rule: 'credential.one-time-code', place: digits[0].place };
  const numbered = fields.filter(({ words, label }) => [words, label].some((text) => NUMBERED.test(plainText(text))));
  if (numbered.length >= MIN_WORDS && numbered[0] && asksForPhrase(facts)) {
    yield { rule: 'credential.seed-phrase', place: numbered[0].place };
  }
}

const asksForPhrase = ({ texts }: PageFacts): boolean => texts.some(({ text }) => PHRASE.test(text));

function ruleOf(field: Field): PageRuleId | undefined {
  const own = plainText(field.words);
  const label = plainText(field.label);
  const isMasked = field.type === 'password';
  const filledIn = firstRule(AUTOCOMPLETE, [field.autocomplete]);
  if (filledIn) return filledIn;
  if (API_KEY.test(own) || (isMasked && API_KEY.test(label))) return undefined;
  if (!isMasked && TYPES_WITHOUT_SECRETS.has(field.type)) return undefined;
  return firstRule(WORDS, [own, label]) ?? (isMasked ? 'credential.password' : undefined);
}

function firstRule(patterns: Patterns, texts: readonly string[]): PageRuleId | undefined {
  const rules = Object.keys(patterns) as PageRuleId[];
  return rules.find((rule) => texts.some((text) => patterns[rule]?.test(text)));
}
