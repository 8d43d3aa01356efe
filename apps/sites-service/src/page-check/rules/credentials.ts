import type { PageRuleId } from '@haru/contracts';
import type { CpuBudget } from '../reading/cpu-budget.js';
import { plainText } from '../brands/fold.js';
import type { Field, PageFacts } from '../reading/page-facts.js';
import type { Match } from './signal.js';

/** A key of an API that a visitor gives to a tool of the page is no credential of a person. */
const API_KEY =
  /api.?(?:key|キー)|apiキー|token|トークン|secret.?(?:key|access)|access.?key|アクセスキー|webhook|client.?secret|sk-|ghp_|bearer|(?:^|\s)key(?:\s|$)/;

interface FieldRule {
  rule: PageRuleId;
  /** In names, ids, placeholders and labels. */
  words: RegExp;
  autocomplete?: RegExp;
}

// The first that matches a field counts.
const FIELD_RULES: readonly FieldRule[] = [
  {
    rule: 'credential.seed-phrase',
    words:
      /seed.?(?:phrase|words?)|(?:secret )?recovery.?(?:phrase|words)|mnemonic|(?:12|24).?(?:word|単語)|シード.?フレーズ|リカバリー.?フレーズ|復元フレーズ|ニーモニック|秘密鍵|private.?key/,
  },
  {
    rule: 'credential.security-code',
    words: /\bcv[vc]2?\b|cvv|cvc(?![a-z])|セキュリティ.?コード|security.?code|card.?verification/,
    autocomplete: /cc-csc/,
  },
  {
    rule: 'credential.card',
    words:
      /card.?(?:no\b|num)|cardno|ccnum|cc.?number|credit.?card.?num|カード.?番号|(?:\d{4}|0000|[x*•]{4})[ -](?:\d{4}|[x*•]{4})[ -](?:\d{4}|[x*•]{4})/,
    autocomplete: /cc-number/,
  },
  {
    rule: 'credential.pin',
    words: /暗証|atm.?pin|pin.?(?:code|number|コード|番号)|pinコード|(?:^|\s)pin(?:\s|$)|第[二2]認証/,
  },
  {
    rule: 'credential.one-time-code',
    words:
      /ワンタイム|認証コード|認証番号|確認コード|検証コード|sms.?コード|二段階|2段階|sms.?code|\botp|one.?time|verification.?code|2fa|auth.?code/,
    autocomplete: /one-time-code/,
  },
  {
    rule: 'credential.password',
    words: /passwor[dt]|passwd|\bpwd|pwd\b|パスワード|パスコード|passcode|(?:^|[^a-z])pass(?:[^a-z]|$)|p[a@]ssw[o0]rd/,
    autocomplete: /(?:current|new)-password/,
  },
];
const ASKS = /\bprompt\s*\(\s*"[^"]{0,200}(?:パスワード|password|暗証番号|カード番号|認証コード|seed phrase)/i;
const MADE_BY_SCRIPT = /\btype"?\s*[=:]\s*"password"|setAttribute\(\s*"type"\s*,\s*"password"/;
/** A field of a type that browsers do not know is one for text. */
const TYPES_WITHOUT_SECRETS = new Set('email url date time datetime-local month week'.split(' '));

/** Fields that ask for what only its owner may know. */
export function* credentialMatches({ fields, scripts, masksText }: PageFacts, budget: CpuBudget): Generator<Match> {
  for (const field of fields) {
    const rule = ruleOf(field, masksText);
    if (rule === undefined) continue;
    yield { rule, place: field.place };
    if (field.isHidden) yield { rule: 'evasion.hidden-form', place: field.place };
  }
  for (const { code, place } of scripts) {
    budget.spend(code.length);
    if (MADE_BY_SCRIPT.test(code) || ASKS.test(code)) yield { rule: 'credential.password', place };
  }
}

function ruleOf(field: Field, masksText: boolean): PageRuleId | undefined {
  const own = plainText(field.words);
  const label = plainText(field.label);
  const isMasked = field.type === 'password' || field.isMasked || (masksText && field.type === 'text');
  if (API_KEY.test(own) || (isMasked && API_KEY.test(label))) return undefined;
  if (!isMasked && TYPES_WITHOUT_SECRETS.has(field.type)) return undefined;
  const found = FIELD_RULES.find(
    ({ words, autocomplete }) =>
      (autocomplete?.test(field.autocomplete) ?? false) || words.test(own) || words.test(label),
  );
  return found?.rule ?? (isMasked ? 'credential.password' : undefined);
}
