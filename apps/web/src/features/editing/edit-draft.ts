import { randomKey } from '../../http/random-id.js';
import { loadFromTab, storeInTab } from '../sites/tab-storage.js';

/** Holds text that is not published yet, and its base. */
interface EditDraft {
  base: number;
  html: string;
  /** The key of the last try to publish exactly this; the next try sends it again. */
  key?: string | undefined;
}

const keyOf = (site: string): string => `haru-edit-${site}`;

/** Returns the draft of a page in this tab. It survives a reload and the end of the session. */
export function loadEditDraft(site: string): EditDraft | undefined {
  const stored = loadFromTab(keyOf(site));
  const end = stored.indexOf('\n');
  try {
    const draft: unknown = { ...(JSON.parse(stored.slice(0, end)) as object), html: stored.slice(end + 1) };
    return isEditDraft(draft) ? draft : undefined;
  } catch {
    // Nothing is stored, or it is not JSON.
    return undefined;
  }
}

/** The text follows the rest on a line of its own: a page of 1 MiB as a JSON string takes ten times as long. */
function store(site: string, { html, ...rest }: EditDraft): void {
  storeInTab(keyOf(site), `${JSON.stringify(rest)}\n${html}`);
}

export function storeEditDraft(site: string, { base, html }: EditDraft): void {
  const before = loadEditDraft(site);
  if (before?.base !== base || before.html !== html) store(site, { base, html });
}

export function forgetEditDraft(site: string): void {
  storeInTab(keyOf(site), '');
}

/** Returns the key of a try to publish this: that of the last try, if the text was the same. */
export function updateKey(site: string, draft: EditDraft): string {
  storeEditDraft(site, draft);
  const key = loadEditDraft(site)?.key ?? randomKey();
  store(site, { ...draft, key });
  return key;
}

function isEditDraft(draft: unknown): draft is EditDraft {
  if (typeof draft !== 'object' || draft === null) return false;
  const { base, html, key }: Partial<Record<keyof EditDraft, unknown>> = draft;
  return typeof base === 'number' && typeof html === 'string' && (key === undefined || typeof key === 'string');
}
