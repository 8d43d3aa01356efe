import type { PageRuleSettings } from '@haru/contracts';
import { workerData } from 'piscina';
import { checkPage, checkPlain, passedAsPlain, type PageCheck } from '../check-page.js';
import { mayHaveField } from '../plain-page.js';
import { mayHaveSecret } from '../possible-secret.js';

/** A thread gets these when it starts. */
export interface CheckSettings {
  rules: PageRuleSettings;
  /** It is in milliseconds of processor time for each page; the default is that of publishing. */
  budgetMs?: number;
  findsSecrets?: boolean;
}

export interface PageTask {
  /** It is HTML, or the source of a page in the format. */
  html: string;
  format?: 'markdown' | undefined;
  /** The check has the similarity of the page, which takes five milliseconds. */
  isCompared: boolean;
}

/** `PageThread` runs this function. */
export function check(task: PageTask): Promise<PageCheck> {
  return checkWith(workerData as CheckSettings, task);
}

export async function checkWith(settings: CheckSettings, task: PageTask): Promise<PageCheck> {
  if (task.format === undefined) return checkHtml(settings, task);
  // Most threads never see a page that is not HTML.
  const { renderMarkdown } = await import('@haru/page-render');
  const rendered = renderMarkdown(task.html);
  return { ...(await checkHtml(settings, { ...task, html: rendered })), rendered };
}

async function checkHtml(settings: CheckSettings, { html, isCompared }: PageTask): Promise<PageCheck> {
  const found = applyRules(settings, { html, isCompared });
  // A page that used up its time is not read again.
  if (!settings.findsSecrets || found.outcome === 'refused' || !found.isComplete || !mayHaveSecret(html)) return found;
  // Few pages may have a secret, and what finds them takes 10 MB.
  const { findSecrets } = await import('../secrets.js');
  return { ...found, secrets: await findSecrets(html) };
}

function applyRules({ rules, budgetMs }: CheckSettings, { html, isCompared }: PageTask): PageCheck {
  if (mayHaveField(html)) return checkPage(html, { rules, budgetMs, isCompared });
  return isCompared ? checkPlain(html, rules.version) : passedAsPlain(rules.version);
}
