import type { SiteVersion } from '@haru/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useListVersionsInfiniteQuery, type OfPage } from '../../../api/sites/site-versions.js';
import { Badge } from '../../../components/badge.js';
import { Button } from '../../../components/buttons/button.js';
import { DownloadIcon, MoreIcon, PencilIcon, TrashIcon } from '../../../components/icons/action-icons.js';
import { Row, RowDetails, RowList, RowName } from '../../../components/list/row-list.js';
import { Loading } from '../../../components/loading/loaded-part.js';
import { DisclosureMenu } from '../../../components/menu/disclosure-menu.js';
import { LoadFailure } from '../../../components/notices/load-failure.js';
import { formatBytes, formatDateTime, formatDay, timeFormat } from '../../../texts/formats.js';
import { downloadTexts } from '../../../texts/sites/download.js';
import { editingTexts } from '../../../texts/sites/editing.js';
import { useArchiveDownload } from '../../site/download/use-archive-download.js';
import { VersionComparison } from '../comparison/comparison.js';
import { VersionDialog, type VersionAction } from './version-dialog.js';

interface HistoryProps {
  page: OfPage;
  /** Restoring would replace text that is not published. */
  hasUnsavedText: boolean;
  /** Called when the page has another content. */
  onRestored: () => void;
}

const text = editingTexts.versions;

export function History({ page, hasUnsavedText, onRestored }: HistoryProps) {
  const list = useListVersionsInfiniteQuery(page);
  const [compared, setCompared] = useState<SiteVersion>();
  /** The row of this version gets the focus back. */
  const [left, setLeft] = useState<number>();
  const [dialog, setDialog] = useState<{ action: VersionAction; version: SiteVersion }>();
  const { downloadPage } = useArchiveDownload();
  const versions = list.data?.pages.flatMap((part) => part.versions) ?? [];
  const current = versions.find((version) => version.is_current);
  const dialogs = dialog && (
    <VersionDialog
      {...dialog}
      hasUnsavedText={hasUnsavedText}
      onClose={() => setDialog(undefined)}
      onRestored={() => {
        setCompared(undefined);
        onRestored();
      }}
      page={page}
    />
  );

  if (compared && current && compared.version !== current.version) {
    return (
      <>
        <VersionComparison
          after={{ name: `${text.number(current.version)}（${text.current}）`, version: current.version }}
          before={{ name: text.number(compared.version), version: compared.version }}
          close={editingTexts.comparison.close}
          onClose={() => {
            setCompared(undefined);
            setLeft(compared.version);
          }}
          page={page}
        >
          <Button onClick={() => setDialog({ action: 'restore', version: compared })} size="sm">
            {text.restore.submit(compared.version)}
          </Button>
        </VersionComparison>
        {dialogs}
      </>
    );
  }
  return (
    <div className="stack-16" tabIndex={-1}>
      {list.isLoading && <Loading />}
      {list.error !== undefined && <LoadFailure error={list.error} onRetry={list.refetch} title={text.failed} />}
      {versions.length > 0 && (
        <RowList aria-label={text.list} as="ol">
          {versions.map((version) => (
            <VersionRow
              key={version.version}
              onCompare={() => setCompared(version)}
              onDownload={() => downloadPage(page.id, version.version)}
              onOpen={(action) => setDialog({ action, version })}
              version={version}
              wasCompared={version.version === left}
            />
          ))}
        </RowList>
      )}
      {versions.length === 1 && <p className="soft-md">{text.oneOnly}</p>}
      {list.hasNextPage && (
        <div>
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {text.more}
          </Button>
        </div>
      )}
      {dialogs}
    </div>
  );
}

interface VersionRowProps {
  version: SiteVersion;
  /** The comparison with it has just been closed. */
  wasCompared: boolean;
  onCompare: () => void;
  onDownload: () => void;
  onOpen: (action: VersionAction) => void;
}

function VersionRow({ version, wasCompared, onCompare, onDownload, onOpen }: VersionRowProps) {
  const { is_current: isCurrent, label, key_name: keyName, created_at: createdAt } = version;
  const at = new Date(createdAt);
  const compare = useRef<HTMLButtonElement>(null);
  const focusAgain = useEffectEvent(() => wasCompared && compare.current?.focus());
  useEffect(() => void focusAgain(), []);
  const nameId = `version-${version.version}`;
  const actions = !isCurrent && (
    <>
      <Button aria-describedby={nameId} onClick={onCompare} ref={compare} size="sm">
        {text.compare}
      </Button>
      <Button aria-label={text.restore.submit(version.version)} onClick={() => onOpen('restore')} size="sm">
        {text.restore.open}
      </Button>
    </>
  );
  const menu = (
    <DisclosureMenu
      groups={[
        [
          { icon: <DownloadIcon />, label: downloadTexts.version, onSelect: onDownload },
          { icon: <PencilIcon />, label: text.rename.open, onSelect: () => onOpen('rename') },
        ],
        ...(isCurrent
          ? []
          : [[{ icon: <TrashIcon />, label: text.erase.open, danger: true, onSelect: () => onOpen('erase') }]]),
      ]}
      iconLeft={<MoreIcon />}
      label={text.actions(version.version)}
    />
  );
  return (
    <Row actions={actions} aria-labelledby={nameId} menu={menu}>
      <RowName id={nameId}>
        {text.number(version.version)}
        {label !== null && <span className="normal">{label}</span>}
        {isCurrent && <Badge tone="good">{text.current}</Badge>}
      </RowName>
      <RowDetails>
        <time dateTime={createdAt} title={formatDateTime(at)}>
          {`${formatDay(at)} ${timeFormat.format(at)}`}
        </time>
        <span>{formatBytes(version.bytes)}</span>
        <span>{(version.version === 1 ? text.firstSources : text.sources)[version.source]}</span>
        {keyName !== undefined && <span>{text.keyName(keyName)}</span>}
      </RowDetails>
    </Row>
  );
}
