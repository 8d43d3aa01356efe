import { useState } from 'react';
import { useListCasesInfiniteQuery } from '../../../api/admin-cases.js';
import { adminCaseTexts as text } from '../../../texts/cases/admin-cases.js';
import { AdminList, useFilter, useAdminAccount } from '../admin-list.js';
import { CasePanel } from './case-panel.js';
import { CaseRow, useQueueKeys } from './case-queue.js';
import styles from './cases.module.css';

/** Cases are decided by keyboard, one after another, the earliest due date first. */
export function CasesTab() {
  const [state, filter] = useFilter(text.filter, text.filters, 'waiting');
  const [openedId, setOpenedId] = useState<string>();
  const query = useListCasesInfiniteQuery({ account: useAdminAccount(), state });
  const ids = query.data?.pages.flatMap(({ cases }) => cases.map(({ id }) => id)) ?? [];
  const at = openedId === undefined ? -1 : ids.indexOf(openedId);

  const move = (places: number) => {
    const next = ids[at + places];
    if (next !== undefined) setOpenedId(next);
  };
  const region = useQueueKeys({ j: () => move(1), k: () => at > 0 && move(-1) });
  const close = () => {
    setOpenedId(undefined);
    region.current?.focus();
  };

  return (
    <div
      className={styles['queue']}
      data-open={openedId !== undefined || undefined}
      data-queue
      ref={region}
      tabIndex={-1}
    >
      <div className={`shrinks ${styles['list']}`}>
        <AdminList filters={filter} itemsOf={({ cases }) => cases} query={query} texts={{ label: text.list }}>
          {(shown) => <CaseRow isOpen={shown.id === openedId} onOpen={() => setOpenedId(shown.id)} shown={shown} />}
        </AdminList>
      </div>
      <div className={`stack-12 shrinks ${styles['opened']}`}>
        {openedId === undefined ? (
          ids.length > 0 && <p className="box soft-md">{text.empty}</p>
        ) : (
          <CasePanel
            id={openedId}
            key={openedId}
            onBack={close}
            onDecided={() => setOpenedId(ids[at + 1] ?? ids[at - 1])}
          />
        )}
        {ids.length > 0 && (
          <p className={`soft-xs ${styles['keys']}`}>
            <span className="visually-hidden">{text.keys}：</span>
            {text.keysHint}
          </p>
        )}
      </div>
    </div>
  );
}
