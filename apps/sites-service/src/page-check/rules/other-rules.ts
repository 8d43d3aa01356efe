import type { PageRuleId } from '@haru/contracts';
import { hostOf } from '../brands/brands.js';
import type { CpuBudget } from '../cpu-budget.js';
import { pageLayer, placeIn } from '../reading/layer.js';
import type { NamedText, PageFacts, Script } from '../reading/page-facts.js';
import type { Match } from './signal.js';

const CHAT_HOOK = /api\.telegram\.org\/?(?:bot)?|discord(?:app)?\.com\/api\/webhooks|hooks\.slack\.com\/services/i;
const RELAYS =
  /(?:^|\.)(?:formspree\.io|getform\.io|formsubmit\.co|web3forms\.com|formcarry\.com|usebasin\.com|staticforms\.xyz|formbold\.com|submit-form\.com|emailjs\.com|webhook\.site|pipedream\.net|requestbin\.(?:com|net)|beeceptor\.com|ngrok(?:-free)?\.(?:io|app|dev)|script\.google\.com)$/;
const SENDS = /\bfetch\s*\(|XMLHttpRequest|sendBeacon\s*\(|new\s+WebSocket|\.ajax\s*\(|\$\.post\s*\(|axios/;
const BLOCKS_TOOLS =
  /setInterval\s*\([^]{0,200}\bdebugger\b|keyCode\s*={2,3}\s*123|key\s*={2,3}\s*"F12"|disable-?devtool|(?:outer(?:Width|Height)\s*-\s*(?:window\s*\.\s*)?inner(?:Width|Height))/i;
const LEAVES = /^[^{]{0,200}\b(?:location(?:\.href)?\s*=\s*|location\.(?:replace|assign)\s*\(\s*)"(?:https?:)?\/\//;
/** Of a page, as part of its length. */
const ENCODED_SHARE = 0.6;
const MAX_SHOWN = 300;

/** Where input is sent, what was copied, and what is hidden. */
export function* otherMatches(facts: PageFacts, page: string, budget: CpuBudget): Generator<Match> {
  for (const { text, place } of facts.forms) {
    budget.spend(text.length);
    const rule = ruleOfAddress(text, 'target.form');
    if (rule) yield { rule, place };
  }
  yield* facts.comments.flatMap(commentMatches);
  yield* evasionMatches(facts, page);
  for (const script of facts.scripts) {
    budget.spend(2 * script.code.length);
    yield* scriptMatches(script);
  }
}

function ruleOfAddress(address: string, rule: PageRuleId): PageRuleId | undefined {
  if (CHAT_HOOK.test(address)) return 'target.chat-hook';
  const host = hostOf(address);
  if (host === undefined) return undefined;
  return RELAYS.test(host) ? 'target.form-relay' : rule;
}

function scriptMatches({ code, strings, place }: Script): Match[] {
  const rules = new Set<PageRuleId>();
  if (CHAT_HOOK.test(code) || (code.includes('api.telegram.org') && code.includes('bot')))
    rules.add('target.chat-hook');
  if (SENDS.test(code)) {
    for (const text of strings) {
      const rule = text.length < 600 ? ruleOfAddress(text, 'target.request') : undefined;
      if (rule) rules.add(rule);
    }
  }
  if (BLOCKS_TOOLS.test(code)) rules.add('evasion.developer-tools');
  if (LEAVES.test(code.trimStart())) rules.add('evasion.redirect');
  return [...rules].map((rule) => ({ rule, place }));
}

function commentMatches({ text, place }: NamedText): Match[] {
  if (/saved from url=/i.test(text)) return [{ rule: 'clone.saved-page', place }];
  if (/HTTrack|mirrored from|SingleFile|WebCopy|Cyotek/i.test(text)) return [{ rule: 'clone.copier', place }];
  return [];
}

function evasionMatches(facts: PageFacts, page: string): Match[] {
  const matches = facts.blockedMenus.map((place): Match => ({ rule: 'evasion.developer-tools', place }));
  for (const { text, place } of facts.refreshes) {
    const seconds = Number.parseFloat(text);
    const address = /url\s*=\s*["']?([^]*)/i.exec(text)?.[1];
    if (seconds <= 2 && address !== undefined && hostOf(address) !== undefined) {
      matches.push({ rule: 'evasion.redirect', place });
    }
  }
  if (facts.encodedLength > ENCODED_SHARE * page.length && facts.textLength < MAX_SHOWN) {
    matches.push({ rule: 'evasion.encoded-page', place: placeIn(pageLayer(page), 0) });
  }
  return matches;
}
