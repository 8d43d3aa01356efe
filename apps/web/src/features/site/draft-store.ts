import { randomKey } from '../../http/random-id.js';
import type { TextStore } from '../../http/browser-storage.js';

type Values = Readonly<Record<string, string | number>>;

type Draft<Rest extends Values> = Rest & { html: string };

/** @param sample has the members that are stored with the text; a draft whose members have other types is not loaded */
export function draftStore<Rest extends Values>({ load, store }: TextStore, name: string, sample: Rest) {
  const loadDraft = (): (Draft<Rest> & { key?: string }) | undefined => {
    const stored = load(name);
    const end = stored.indexOf('\n');
    if (end === -1) return undefined;
    try {
      const rest = JSON.parse(stored.slice(0, end)) as Rest & { key?: unknown };
      const isComplete = Object.entries(sample).every(([member, value]) => typeof rest[member] === typeof value);
      return isComplete ? { ...(rest as Rest), html: stored.slice(end + 1) } : undefined;
    } catch {
      return undefined;
    }
  };
  /** The text follows the rest on a line of its own: a page of 1 MiB as a JSON string takes ten times as long. */
  const write = ({ html, ...rest }: Draft<Rest> & { key?: string }) => store(name, `${JSON.stringify(rest)}\n${html}`);
  /** A changed draft forgets the key of the last try. */
  const save = (draft: Draft<Rest>) => {
    const { key: _key, ...stored } = loadDraft() ?? {};
    if (Object.entries(draft).some(([member, value]) => Reflect.get(stored, member) !== value)) write(draft);
  };
  return {
    load: loadDraft,
    save,
    forget: () => store(name, ''),
    /**
     * Returns the key to publish this with: that of the last try, if nothing has changed since.
     * @param isOther something has changed that is not in the draft
     */
    keyOfTry: (draft: Draft<Rest>, isOther = false): string => {
      save(draft);
      const key = (isOther ? undefined : loadDraft()?.key) ?? randomKey();
      write({ ...draft, key });
      return key;
    },
  };
}
