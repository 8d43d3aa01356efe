import type { PageFormat, PageRuleSettings } from '@haru/contracts';
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

/** A source in such a format is rendered before it is checked. */
export type SourceFormat = Exclude<PageFormat, 'html'>;

export interface PageTask {
  /** It is HTML, or the source of a page in the format. */
  html: string;
  format?: SourceFormat | undefined;
  /** A page that is rendered from a component gets this title. */
  title?: string | undefined;
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
  if (task.format === 'component') return checkComponent(settings, task);
  const { renderMarkdown } = await import('@haru/page-render');
  const rendered = renderMarkdown(task.html);
  return { ...(await checkHtml(settings, { ...task, html: rendered })), rendered };
}

async function checkComponent(settings: CheckSettings, task: PageTask): Promise<PageCheck> {
  const { renderComponent } = await import('@haru/page-render/component');
  const made = renderComponent(task.html, { title: task.title });
  if ('code' in made) return { ...passedAsPlain(settings.rules.version), fault: made };
  const { html: rendered, libraries, lineOffset } = made;
  // JSX is read like HTML, so the fields and texts of the source count, and the strings of the compiled module.
  const check = await checkHtml(settings, { ...task, html: `${task.html}\n${rendered}` });
  const lines = task.html.split('\n').length;
  const inSource = <Place extends { line: number }>(places: readonly Place[]): Place[] =>
    places.map((place) => (place.line <= lines ? place : { ...place, line: lineIn(place.line - lines - lineOffset) }));
  const lineIn = (line: number) => Math.min(lines, Math.max(1, line));
  return {
    ...{ ...check, rendered, libraries, signals: inSource(check.signals) },
    ...(check.secrets ? { secrets: check.secrets.filter(({ line }) => line <= lines) } : {}),
  };
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
