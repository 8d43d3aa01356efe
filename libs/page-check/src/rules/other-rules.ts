import { hostOf } from '../brands/brands.js';
import type { CpuBudget } from '../cpu-budget.js';
import type { Place } from '../reading/layer.js';
import type { PageFacts } from '../reading/page-facts.js';
import type { Match } from './outcome.js';

const CHAT_HOOK = /api\.telegram\.org|discord(?:app)?\.com\/api\/webhooks|hooks\.slack\.com\/services/i;
const RELAYS =
  /(?:^|\.)(?:formspree\.io|getform\.io|formsubmit\.co|web3forms\.com|formcarry\.com|usebasin\.com|staticforms\.xyz|formbold\.com|submit-form\.com|emailjs\.com|webhook\.site|pipedream\.net|requestbin\.(?:com|net)|beeceptor\.com|ngrok(?:-free)?\.(?:io|app|dev)|script\.google\.com)$/;
const ADDRESS = /https?:\/\/[^\s"'`<>]{3,300}/gi;

/** Finds where input is sent, and what was copied. @throws BudgetExceededError */
export function* otherMatches(facts: PageFacts, budget: CpuBudget): Generator<Match> {
  for (const { text, place } of facts.forms) {
    budget.spend(text.length);
    yield* addressMatches(text, place);
  }
  for (const { text, place } of facts.comments) {
    if (/saved from url=/i.test(text)) yield { rule: 'clone.saved-page', place };
  }
  for (const { text, place } of facts.scripts) {
    budget.spend(2 * text.length);
    yield* addressMatches(text, place, text.match(ADDRESS) ?? []);
  }
}

function* addressMatches(text: string, place: Place, addresses: readonly string[] = [text]): Generator<Match> {
  if (CHAT_HOOK.test(text)) yield { rule: 'target.chat-hook', place };
  else if (addresses.some((address) => RELAYS.test(hostOf(address) ?? ''))) yield { rule: 'target.form-relay', place };
}
