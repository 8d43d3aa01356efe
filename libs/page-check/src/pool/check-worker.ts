import type { PageFormat } from '@haru/contracts';
import { workerData } from 'piscina';
import { checkPage, checkPlain, type CheckSettings, passedAsPlain, type PageCheck } from '../check-page.js';
import { lineAndColumn } from '../reading/layer.js';
import { isTransformed, mayHaveField, mayMakeField } from '../plain-page.js';

/** A style sheet is XSLT, which browsers show as a document as well. */
export type CheckedKind = 'document' | 'stylesheet' | 'script';

export interface PageTask {
  /** It is HTML or another file of a page, or the source of a page in the format. */
  html: string;
  /** `secrets` only looks for secrets in the source. */
  kind: CheckedKind | 'secrets';
  /** Markdown and a component are rendered before the check. */
  format?: Exclude<PageFormat, 'html'> | undefined;
  /** A page that is rendered from a component gets this title. */
  title?: string | undefined;
  /** Whether the similarity of the page is computed, too. */
  isCompared: boolean;
}

/** `PageThread` runs this function. */
export async function check(tasks: readonly PageTask[]): Promise<PageCheck[]> {
  const checks: PageCheck[] = [];
  for (const task of tasks) checks.push(await checkWith(workerData as CheckSettings, task));
  return checks;
}

export async function checkWith(settings: CheckSettings, task: PageTask): Promise<PageCheck> {
  const { html: source, kind, format } = task;
  if (kind === 'script') return checkPage(source, { ...settings, isCompared: false, isScript: true });
  if (kind !== 'secrets') {
    if (format === undefined) return applyRules(settings, task);
    // Most threads never see a page that is not HTML.
    return format === 'component' ? checkComponent(settings, task) : checkMarkdown(settings, task);
  }
  // Few pages may have a secret, and what finds them takes 10 MB.
  const { findSecrets } = await import('../secrets.js');
  return { ...passedAsPlain(settings.rules.version), secrets: await findSecrets(source) };
}

async function checkMarkdown(settings: CheckSettings, task: PageTask): Promise<PageCheck> {
  const { renderMarkdown } = await import('@haru/page-render');
  const rendered = renderMarkdown(task.html);
  const check = applyRules(settings, { ...task, html: rendered });
  const signals = check.signals.map((signal) => ({ ...signal, ...placeInMarkdown(task.html, signal.excerpt) }));
  return { ...check, rendered, signals };
}

const REGEXP_SYNTAX = /[$()*+.?[\\\]^{|}]/g;

/** Raw HTML and plain text stay as they are when Markdown is rendered, so one of the first tags or texts is in the source. */
function placeInMarkdown(source: string, excerpt: string): { line: number; column: number } {
  for (const part of excerpt.match(/<[^>]*>?|[^<]+/g) ?? []) {
    const pattern = part.trim().replaceAll(REGEXP_SYNTAX, '\\$&').replaceAll(' ', '\\s+');
    const at = pattern === '' ? -1 : source.search(new RegExp(pattern));
    if (at !== -1) return lineAndColumn(source, at);
  }
  return { line: 1, column: 1 };
}

async function checkComponent(settings: CheckSettings, task: PageTask): Promise<PageCheck> {
  const { renderComponent } = await import('@haru/page-render/component');
  const made = renderComponent(task.html, { title: task.title });
  if ('code' in made) return { ...passedAsPlain(settings.rules.version), fault: made };
  const { html: rendered, libraries, lineOffset } = made;
  // JSX is read like HTML, so the fields and texts of the source count, and the strings of the compiled module.
  const check = applyRules(settings, { ...task, html: `${task.html}\n${rendered}` });
  const lines = task.html.split('\n').length;
  const lineOf = (line: number) => (line <= lines ? line : Math.min(lines, Math.max(1, line - lines - lineOffset)));
  return {
    ...{ ...check, rendered, libraries },
    signals: check.signals.map((signal) => ({ ...signal, line: lineOf(signal.line) })),
  };
}

function applyRules(settings: CheckSettings, { html, kind, isCompared }: PageTask): PageCheck {
  const { version } = settings.rules;
  const checkAsPlain = () => (isCompared ? checkPlain(html, version) : passedAsPlain(version));
  return {
    ...(mayHaveField(html) ? checkPage(html, { ...settings, isCompared }) : checkAsPlain()),
    isTransformed: isTransformed(html),
    mayMakeField: kind === 'stylesheet' && mayMakeField(html),
  };
}
