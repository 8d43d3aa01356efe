import { useState, useCallback, useMemo } from 'react';
import type { MySite } from '../../../api/sites/my-site.js';
import { useCountExpiringSitesQuery } from '../../../api/sites/site-lookups.js';
import { Button } from '../../../components/buttons/button.js';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.js';
import { TrashIcon } from '../../../components/icons/action-icons.js';
import { ClockIcon } from '../../../components/icons/icons.js';
import { ErrorNotice } from '../../../components/notices/notice.js';
import { formatCount, formatDay } from '../../../texts/formats.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import styles from './bulk.module.css';
import type { BulkActions, BulkFailure } from './use-bulk-actions.js';

const text = dashboardTexts.many;
/** Nobody would read a longer list. */
const NAMED_TITLES = 5;

interface BulkBarProps {
  sites: readonly MySite[];
  bulk: BulkActions;
  selection: Selection;
}

export function BulkBar({ sites, bulk, selection }: BulkBarProps) {
  const [confirming, setConfirming] = useState(false);
  const count = formatCount(sites.length);
  const named = sites.slice(0, NAMED_TITLES);
  const others = sites.length - named.length;
  const finish = async (work: Promise<readonly MySite[]>) => {
    const changed = await work;
    selection.set(
      changed.map(({ id }) => id),
      false,
    );
  };
  return (
    <div aria-label={text.bar} className={`wrap-8 row card ${styles['bar']}`} role="group">
      <p role="status">{text.selected(count)}</p>
      <Button
        disabled={bulk.working !== undefined}
        iconLeft={<ClockIcon />}
        loading={bulk.working === 'extend'}
        onClick={() => void finish(bulk.extend(sites))}
      >
        {text.extend}
      </Button>
      <Button
        disabled={bulk.working !== undefined}
        iconLeft={<TrashIcon />}
        loading={bulk.working === 'remove'}
        onClick={() => setConfirming(true)}
      >
        {text.remove}
      </Button>
      <Button disabled={bulk.working !== undefined} onClick={selection.clear} variant="ghost">
        {text.clear}
      </Button>
      {confirming && (
        <ConfirmDialog
          confirm={dashboardTexts.remove.submit}
          danger
          onClose={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false);
            void finish(bulk.remove(sites));
          }}
          title={text.removeTitle(count)}
        >
          <ul className={styles['titles']}>
            {named.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
            {others > 0 && <li>{text.others(formatCount(others))}</li>}
          </ul>
          <p>{text.removeText}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

export function BulkProblems({ failure, onClose }: { failure: BulkFailure | undefined; onClose: () => void }) {
  if (!failure) return null;
  return (
    <div className={`stack-4 ${styles['problems']}`}>
      <ErrorNotice title={failure.title}>
        {failure.lines.map(({ id, text }) => (
          <span className={styles['line']} key={id}>
            {text}
          </span>
        ))}
      </ErrorNotice>
      <Button onClick={onClose} size="sm" variant="ghost">
        {dashboardTexts.many.close}
      </Button>
    </div>
  );
}

const soonText = dashboardTexts.soon;

export function SoonStrip({ account, bulk }: { account: string; bulk: BulkActions }) {
  const { data } = useCountExpiringSitesQuery({ account });
  if (data?.first === undefined) return null;
  return (
    <div className={`amber-box between ${styles['strip']}`}>
      <ClockIcon />
      <p className="wrap-8 grow" role="status">
        <strong>{soonText.text(formatCount(data.total))}</strong>
        <span className="soft-sm">{soonText.first(formatDay(new Date(data.first)))}</span>
      </p>
      <Button
        disabled={bulk.working !== undefined}
        loading={bulk.working === 'extendSoon'}
        onClick={() => void bulk.extendSoon()}
      >
        {soonText.extendAll}
      </Button>
    </div>
  );
}

export type Selection = ReturnType<typeof useSelection>;

/** Only listed pages count, because a selected one may have been removed meanwhile. */
export function useSelection(listed: readonly { id: string }[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = useMemo(
    () => (chosen.size === 0 ? chosen : new Set(listed.map(({ id }) => id).filter((id) => chosen.has(id)))),
    [chosen, listed],
  );
  const set = useCallback(
    (changed: readonly string[], isSelected: boolean) =>
      setChosen((before) =>
        isSelected ? new Set([...before, ...changed]) : new Set([...before].filter((id) => !changed.includes(id))),
      ),
    [],
  );
  const clear = useCallback(() => setChosen(new Set()), []);
  return { ids, set, clear };
}

export function SelectAll({ sites, selection }: { sites: readonly MySite[]; selection: Selection }) {
  const isAll = selection.ids.size === sites.length;
  const isSome = selection.ids.size > 0 && !isAll;
  const markSome = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = isSome;
  };
  const all = sites.map(({ id }) => id);
  return (
    <label className={`check soft-sm ${styles['all']}`}>
      <input checked={isAll} onChange={() => selection.set(all, !isAll)} ref={markSome} type="checkbox" />
      {dashboardTexts.many.selectAll}
    </label>
  );
}
