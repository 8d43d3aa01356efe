import { workerData } from 'piscina';
import { checkPage, checkTextAlone, type PageCheck } from '../check-page.js';
import { isTextAlone } from '../text-alone.js';
import type { CheckSettings } from './check-pool.js';

const { rules, budgetMs, findsSecrets } = workerData as CheckSettings;
// Takes 10 MB and 0.2 s, when the thread starts.
const secrets = findsSecrets ? await import('../secrets.js') : undefined;

/** What the threads of `CheckPool` do. */
export default async function check(html: string): Promise<PageCheck> {
  const found = isTextAlone(html) ? checkTextAlone(html, rules.version) : checkPage(html, budgetMs, rules);
  // A page that took all its time, or is refused, is not read again.
  if (!secrets || !found.isComplete || found.outcome === 'refused') return found;
  return { ...found, secrets: await secrets.findSecrets(html) };
}
