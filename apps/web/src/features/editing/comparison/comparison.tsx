import type { PageFormat } from '@haru/contracts';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { Tabs } from '../../../components/tabs/tabs.js';
import { editingTexts } from '../../../texts/sites/editing.js';
import styles from './comparison.module.css';
import { SideBySide, type ComparedPages, SliderComparison } from './rendered.js';
import { TextComparison } from './text-comparison.js';
import { useGetVersionQuery, type OfPage } from '../../../api/sites/site-versions.js';
import { useShownHtml } from '../../preview/use-shown-html.js';
import { Loading } from '../../../components/loading/loaded-part.js';
import { LoadFailure } from '../../../components/notices/load-failure.js';

/** `source` is in this format. */
interface ComparedSource {
  name: string;
  source: string;
  format: PageFormat;
}

interface ComparisonProps {
  before: ComparedSource;
  after: ComparedSource;
  /** The text of the button that closes. */
  close: string;
  onClose: () => void;
  actions?: ReactNode;
}

const text = editingTexts.comparison;
const kinds = [
  { name: 'pages', title: text.pages },
  { name: 'slider', title: text.slider },
  { name: 'text', title: text.text },
] as const;

/** Shows two pages as rendered, and the difference of their texts. */
function Comparison({ before, after, close, onClose, actions }: ComparisonProps) {
  const section = useRef<HTMLElement>(null);
  // The button that led here is removed.
  useEffect(() => section.current?.focus(), []);
  const pages: ComparedPages = {
    before: { name: before.name, html: useShownHtml(before.source, before.format) },
    after: { name: after.name, html: useShownHtml(after.source, after.format) },
  };
  const [kind, setKind] = useState<(typeof kinds)[number]['name']>('pages');
  return (
    <section
      aria-label={text.title(before.name, after.name)}
      className={styles['comparison']}
      ref={section}
      tabIndex={-1}
    >
      <div className={styles['bar']}>
        <h2 className={styles['title']}>{text.title(before.name, after.name)}</h2>
        <div className="wrap-8">
          <Button onClick={onClose} size="sm">
            {close}
          </Button>
          {actions}
        </div>
      </div>
      <Tabs chosen={kind} label={text.kinds} onChoose={setKind} tabs={kinds}>
        {kind === 'pages' && <SideBySide {...pages} />}
        {kind === 'slider' && <SliderComparison {...pages} />}
        {kind === 'text' && <TextComparison after={after.source} before={before.source} />}
      </Tabs>
    </section>
  );
}

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
  const { html_content: beforeSource, format: beforeFormat = 'html' } = older.data;
  // A text that is not published has the format of the page.
  const { html_content: newerSource, format: afterFormat = 'html' } = newer.data;
  return (
    <Comparison
      actions={children}
      after={{ name: after.name, source: 'html' in after ? after.html : newerSource, format: afterFormat }}
      before={{ name: before.name, source: beforeSource, format: beforeFormat }}
      close={close}
      onClose={onClose}
    />
  );
}
