import { useState } from 'react';
import type { MySite } from '../../../api/sites/my-site.js';
import {
  useDeleteSitesMutation,
  useLazyListSoonSitesQuery,
  useRestoreOwnSiteMutation,
  useUpdateSitesMutation,
} from '../../../api/sites/my-sites.js';
import { useNotices, type ToastAction } from '../../../components/notices/notices.js';
import { callFailureOf } from '../../../http/failure.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import { formatCount } from '../../../texts/formats.js';
import { siteChanges, listFailureText } from '../../site/site-changes.js';
import { siteStateOf } from '../card/site-facts.js';

const text = dashboardTexts.many;

const CONCURRENCY = 4;
/** A URL holds no more ids. */
const CHUNK_SIZE = 100;

const wordings = {
  extend: { done: text.extended, failed: text.extendFailed },
  remove: { done: text.removed, failed: text.removeFailed },
  restore: { done: text.restored, failed: text.restoreFailed },
};

export interface BulkFailure {
  title: string;
  lines: { id: string; text: string }[];
}

/** It changes these pages, or none of them. */
interface BulkCall {
  sites: readonly MySite[];
  send: () => PromiseLike<{ error?: unknown }>;
}

export type BulkActions = ReturnType<typeof useBulkActions>;

/** Changes many pages. A refusal of one leaves the others changed; each refusal is reported with its page. */
export function useBulkActions(account: string) {
  const { showToast } = useNotices();
  const [update] = useUpdateSitesMutation();
  const [remove] = useDeleteSitesMutation();
  const [restore] = useRestoreOwnSiteMutation();
  const [findSoon] = useLazyListSoonSitesQuery();
  const [working, setWorking] = useState<'extend' | 'extendSoon' | 'remove'>();
  const [failure, setFailure] = useState<BulkFailure>();

  const fail = (title: string, reason: string) => setFailure({ title, lines: [{ id: '', text: reason }] });
  const callEach = async (
    name: keyof typeof wordings,
    calls: readonly BulkCall[],
    next?: (changed: readonly MySite[]) => ToastAction,
  ): Promise<MySite[]> => {
    const results = await inParallel(calls, CONCURRENCY, ({ send }) => send());
    const failures = results.map(({ error }) => callFailureOf(error));
    const changed = calls.flatMap(({ sites }, place) => (failures[place] ? [] : sites));
    const lines = calls.flatMap(({ sites }, place) => {
      const refusal = failures[place];
      return refusal ? sites.map(({ id, title }) => ({ id, text: text.reason(title, listFailureText(refusal)) })) : [];
    });
    const { done, failed } = wordings[name];
    if (changed.length > 0) showToast(done(formatCount(changed.length)), next?.(changed));
    if (lines.length > 0) setFailure({ title: failed(formatCount(lines.length)), lines });
    return changed;
  };
  const oneByOne = (sites: readonly MySite[], send: (site: MySite) => ReturnType<BulkCall['send']>) =>
    sites.map((site) => ({ sites: [site], send: () => send(site) }));
  const extend = (site: MySite) => update({ id: site.id, change: siteChanges.extend(site).change });
  const extendAll = (sites: readonly MySite[]) => callEach('extend', oneByOne(sites, extend));
  const restoreAll = (sites: readonly MySite[]) =>
    callEach(
      'restore',
      oneByOne(sites, ({ id }) => restore(id)),
    );
  const run = async <Result>(kind: typeof working, work: () => Promise<Result>): Promise<Result> => {
    setFailure(undefined);
    setWorking(kind);
    const result = await work();
    setWorking(undefined);
    return result;
  };

  return {
    working,
    failure,
    closeFailure: () => setFailure(undefined),
    remove: (sites: readonly MySite[]) =>
      run('remove', () => {
        const calls = chunksOf(sites, CHUNK_SIZE).map((chunk) => ({
          sites: chunk,
          send: () => remove({ ids: chunk.map(({ id }) => id) }),
        }));
        return callEach('remove', calls, (gone) => ({
          label: dashboardTexts.undo,
          run: () => void restoreAll(gone),
        }));
      }),
    extend: (sites: readonly MySite[]) =>
      run('extend', async () => {
        const extendable = sites.filter((site) => isExtendable(site, new Date()));
        if (extendable.length > 0) return extendAll(extendable);
        fail(text.extendFailed(formatCount(sites.length)), text.nothingToExtend);
        return [];
      }),
    /** Extends all pages that end soon, whether the list has loaded them or not. */
    extendSoon: () =>
      run('extendSoon', async () => {
        const { data, error } = await findSoon({ account });
        const refusal = callFailureOf(error);
        if (refusal) fail(dashboardTexts.soon.failed, listFailureText(refusal));
        else if (data) await extendAll(data);
      }),
  };
}

function isExtendable(site: MySite, now: Date): boolean {
  const state = siteStateOf(site, now);
  return state !== 'permanent' && state !== 'stopped';
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
