import type { ReactNode } from 'react';
import { useGetVersionQuery, type OfPage } from '../../../api/sites/site-versions.js';
import { Button } from '../../../components/buttons/button.js';
import { Loading } from '../../../components/loading/loading.js';
import { LoadFailure } from '../../../components/notices/load-failure.js';
import { editingTexts } from '../../../texts/sites/editing.js';
import { Comparison } from './comparison.js';

interface NamedVersion {
  name: string;
  version: number;
}

interface VersionComparisonProps {
  page: OfPage;
  before: NamedVersion;
  /** A version, or a text that is not published, is compared. */
  after: NamedVersion | { name: string; html: string };
  close: string;
  onClose: () => void;
  children?: ReactNode;
}

export function VersionComparison({ page, before, after, close, onClose, children }: VersionComparisonProps) {
  const older = useGetVersionQuery({ ...page, version: before.version });
  // A text of its own has no version to load, so the older version is asked for, which is loaded anyway.
  const newer = useGetVersionQuery({ ...page, version: 'version' in after ? after.version : before.version });
  const failed = [older, newer].find(({ error }) => error !== undefined);
  if (failed) {
    return (
      <LoadFailure error={failed.error} onRetry={failed.refetch} title={editingTexts.loadFailed}>
        <Button onClick={onClose}>{close}</Button>
      </LoadFailure>
    );
  }
  if (!older.data || !newer.data) return <Loading />;
  return (
    <Comparison
      actions={children}
      after={{ name: after.name, html: 'html' in after ? after.html : newer.data.html_content }}
      before={{ name: before.name, html: older.data.html_content }}
      close={close}
      onClose={onClose}
    />
  );
}
