import { skipToken } from '@reduxjs/toolkit/query';
import { useState, type ReactNode } from 'react';
import { focusWhenShown } from '../../../components/focus/lost-focus.js';
import { useDispatch } from 'react-redux';
import { useGetVersionQuery, type OfPage } from '../../../api/sites/site-versions.js';
import type { Dispatch } from '../../../api/sites/uploads.js';
import { Button, IconButton, LinkButton } from '../../../components/buttons/button.js';
import { BackIcon } from '../../../components/icons/action-icons.js';
import { Loading } from '../../../components/loading/loaded-part.js';
import { LoadFailure } from '../../../components/notices/load-failure.js';
import { Tabs } from '../../../components/tabs/tabs.js';
import { editFilesTexts } from '../../../texts/sites/edit-files.js';
import { editingTexts } from '../../../texts/sites/editing.js';
import { useTextDifference } from '../difference/use-text-difference.js';
import { storedFiles } from '../files/stored-files.js';
import { ChangedFileList, changesOf, type ComparedSide } from './changed-files.js';
import styles from './comparison.module.css';
import { RenderedPages } from './rendered-pages.js';
import { TextComparison } from './text-comparison.js';

const text = editingTexts.comparison;
const textKinds = [
  { name: 'pages', title: text.pages },
  { name: 'slider', title: text.slider },
  { name: 'text', title: text.text },
] as const;
const fileKinds = [
  { name: 'pages', title: text.pages },
  { name: 'files', title: editFilesTexts.changedFiles },
] as const;

interface NamedVersion {
  name: string;
  version: number;
}

interface VersionComparisonProps {
  page: OfPage;
  before: NamedVersion;
  /** What is not published has no version to load. */
  after: NamedVersion | ComparedSide;
  /** Says where the button that closes leads. */
  close: string;
  onClose: () => void;
  children?: ReactNode;
}

export function VersionComparison({ page, before, after, close, onClose, children }: VersionComparisonProps) {
  const sides = [useSide(page, before), useSide(page, after)] as const;
  const failed = sides.find(({ query }) => query.error !== undefined)?.query;
  if (failed) {
    return (
      <LoadFailure error={failed.error} onRetry={failed.refetch} title={editingTexts.loadFailed}>
        <Button onClick={onClose}>{close}</Button>
      </LoadFailure>
    );
  }
  const [{ side: older }, { side: newer }] = sides;
  if (!older || !newer) return <Loading />;
  const back = <IconButton icon={<BackIcon />} label={close} onClick={onClose} />;
  return <Comparison actions={children} after={newer} back={back} before={older} page={page} />;
}

function useSide(page: OfPage, side: NamedVersion | ComparedSide) {
  const dispatch = useDispatch<Dispatch>();
  const query = useGetVersionQuery('version' in side ? { ...page, version: side.version } : skipToken);
  if (!('version' in side)) return { query, side };
  if (!query.data) return { query };
  const { name, version } = side;
  const { files, html_content: source, format = 'html' } = query.data;
  const content = files ? { files: storedFiles(dispatch, page, version, files), version } : { source, format };
  return { query, side: { name, content } };
}

interface ComparisonProps {
  page: OfPage;
  before: ComparedSide;
  after: ComparedSide;
  back: ReactNode;
  actions: ReactNode;
}

function Comparison({ page, before, after, back, actions }: ComparisonProps) {
  const [kind, setKind] = useState<(typeof textKinds | typeof fileKinds)[number]['name']>('pages');
  const [older, newer] = [before.content, after.content];
  const areTexts = 'source' in older && 'source' in newer;
  const title = text.title(before.name, after.name);
  return (
    <section aria-label={title} className="stack-12 shrinks" data-comparison ref={focusWhenShown} tabIndex={-1}>
      <div className="between">
        <div className={`row ${styles['title']}`}>
          {back}
          <h2 className="text-lg">{title}</h2>
        </div>
        <div className={`row wrap-12 ${styles['facts']}`}>
          {areTexts && kind !== 'text' && (
            <ChangeCount after={newer.source} before={older.source} onShow={() => setKind('text')} />
          )}
          {!areTexts && kind !== 'files' && (
            <LinkButton onClick={() => setKind('files')}>
              {editFilesTexts.changedCount(changesOf(older, newer).length)}
            </LinkButton>
          )}
          {actions}
        </div>
      </div>
      <Tabs chosen={kind} label={text.kinds} onChoose={setKind} tabs={areTexts ? textKinds : fileKinds}>
        {(kind === 'pages' || kind === 'slider') && (
          <RenderedPages after={after} before={before} isOverlaid={kind === 'slider'} page={page} />
        )}
        {kind === 'text' && areTexts && <TextComparison after={newer.source} before={older.source} />}
        {kind === 'files' && <ChangedFileList after={newer} before={older} />}
      </Tabs>
    </section>
  );
}

function ChangeCount({ before, after, onShow }: { before: string; after: string; onShow: () => void }) {
  const difference = useTextDifference(before, after);
  if (difference?.kind === 'same') return <p className="soft-md">{text.same}</p>;
  return difference?.kind === 'changes' && <LinkButton onClick={onShow}>{text.count(difference.count)}</LinkButton>;
}
