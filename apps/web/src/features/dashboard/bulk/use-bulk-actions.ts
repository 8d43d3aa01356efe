import { extendedExpiry } from '@haru/contracts';
import { useState } from 'react';
import type { MySite } from '../../../api/sites/my-site.js';
import {
  useDeleteSitesMutation,
  useLazyListSoonSitesQuery,
  useRestoreSiteMutation,
  useUpdateSitesMutation,
} from '../../../api/sites/my-sites.js';
import { useNotices } from '../../../components/notices/notices.js';
import { callFailureOf } from '../../../http/call.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import { formatCount } from '../../../texts/formats.js';
import { listFailureText } from '../../site/site-failure.js';
import { siteStateOf } from '../card/site-facts.js';

const text = dashboardTexts.many;

const CONCURRENCY = 4;
/** A URL holds no more ids. */
const CHUNK_SIZE = 100;

interface Refused {
  site: MySite;
  reason: string;
}

export interface BulkFailure {
  title: string;
  lines: { id: string; text: string }[];
}

export type BulkActions = ReturnType<typeof useBulkActions>;

/** Changes many pages. A refusal of one leaves the others changed; each refusal is reported with its page. */
export function useBulkActions(account: string) {
  const { showToast } = useNotices();
  const [update] = useUpdateSitesMutation();
  const [remove] = useDeleteSitesMutation();
  const [restore] = useRestoreSiteMutation();
  const [findSoon] = useLazyListSoonSitesQuery();
  const { working, failure, setFailure, run } = useBulkRun();

  const report = (refused: Refused[], titleOf: (count: string) => string) => {
    if (refused.length > 0) setFailure(failureOf(refused, titleOf));
  };
  /** Calls for each page and reports the refused ones. @returns the changed pages */
  const changeEach = async (
    sites: readonly MySite[],
    call: (site: MySite) => PromiseLike<{ error?: unknown }>,
    wording: { done: (count: string) => string; failed: (count: string) => string },
  ): Promise<MySite[]> => {
    const results = await inParallel(sites, CONCURRENCY, call);
    const refused = sites.flatMap((site, place) => refusalOf(site, results[place]?.error));
    const changed = withoutRefused(sites, refused);
    if (changed.length > 0) showToast(wording.done(formatCount(changed.length)));
    report(refused, wording.failed);
    return changed;
  };
  const extend = (sites: readonly MySite[]) =>
    changeEach(
      sites,
      ({ id, expires_at: expiresAt }) =>
        update({ id, change: { expires_at: extendedExpiry(new Date(expiresAt)).toISOString() } }),
      { done: text.extended, failed: text.extendFailed },
    );
  const restoreAll = (sites: readonly MySite[]) =>
    changeEach(sites, ({ id }) => restore(id), { done: text.restored, failed: text.restoreFailed });
  const removeAll = async (sites: readonly MySite[]) => {
    const chunks = chunksOf(sites, CHUNK_SIZE);
    const results = await inParallel(chunks, CONCURRENCY, (chunk) => remove({ ids: chunk.map(({ id }) => id) }));
    const refused = chunks.flatMap((chunk, place) => chunk.flatMap((site) => refusalOf(site, results[place]?.error)));
    const gone = withoutRefused(sites, refused);
    if (gone.length > 0) {
      showToast(text.removed(formatCount(gone.length)), {
        label: dashboardTexts.undo,
        run: () => void restoreAll(gone),
      });
    }
    report(refused, text.removeFailed);
    return gone;
  };

  return {
    working,
    failure,
    closeFailure: () => setFailure(undefined),
    remove: (sites: readonly MySite[]) => run('remove', () => removeAll(sites)),
    extend: (sites: readonly MySite[]) =>
      run('extend', async () => {
        const extendable = sites.filter((site) => isExtendable(site, new Date()));
        if (extendable.length > 0) return extend(extendable);
        setFailure(plainFailure(text.extendFailed(formatCount(sites.length)), text.nothingToExtend));
        return [];
      }),
    /** Extends all pages that end soon, whether the list has loaded them or not. */
    extendSoon: () =>
      run('extendSoon', async () => {
        const { data, error } = await findSoon({ account });
        const refusal = callFailureOf(error);
        if (refusal) setFailure(plainFailure(dashboardTexts.soon.failed, listFailureText(refusal)));
        else if (data) await extend(data);
      }),
  };
}

function useBulkRun() {
  const [working, setWorking] = useState<'extend' | 'extendSoon' | 'remove'>();
  const [failure, setFailure] = useState<BulkFailure>();
  const run = async <Result>(kind: typeof working, work: () => Promise<Result>): Promise<Result> => {
    setFailure(undefined);
    setWorking(kind);
    const result = await work();
    setWorking(undefined);
    return result;
  };
  return { working, failure, setFailure, run };
}

function failureOf(refused: Refused[], titleOf: (count: string) => string): BulkFailure {
  const lines = refused.map(({ site, reason }) => ({ id: site.id, text: text.reason(site.title, reason) }));
  return { title: titleOf(formatCount(refused.length)), lines };
}

const plainFailure = (title: string, reason: string): BulkFailure => ({ title, lines: [{ id: '', text: reason }] });

function isExtendable(site: MySite, now: Date): boolean {
  const state = siteStateOf(site, now);
  return state !== 'permanent' && state !== 'stopped';
}

function withoutRefused(sites: readonly MySite[], refused: readonly Refused[]): MySite[] {
  return sites.filter((site) => !refused.some((one) => one.site === site));
}

function refusalOf(site: MySite, error: unknown): Refused[] {
  const failure = callFailureOf(error);
  return failure ? [{ site, reason: listFailureText(failure) }] : [];
}

export async function inParallel<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => PromiseLike<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const workers = Array.from({ length: Math.min(concurrency, items.length) }, async () => {
    for (const [place, item] of queue) results[place] = await work(item);
  });
  await Promise.all(workers);
  return results;
}

export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_none, place) =>
    items.slice(place * size, (place + 1) * size),
  );
}
