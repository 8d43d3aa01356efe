import type { PageFormat, PagePlace } from '@haru/contracts';
import { useRef, useState, type ComponentProps, type CSSProperties, type PointerEvent } from 'react';
import { usePreviewFilesQuery, type OfPage } from '../../../api/sites/site-versions.js';
import { Button } from '../../../components/buttons/button.js';
import { classNames } from '../../../components/class-names.js';
import { useNarrowWidth } from '../../../components/hooks.js';
import { SidewaysIcon } from '../../../components/icons/action-icons.js';
import { Loading } from '../../../components/loading/loaded-part.js';
import { LoadFailure } from '../../../components/notices/load-failure.js';
import { filesTexts } from '../../../texts/files.js';
import { editFilesTexts } from '../../../texts/sites/edit-files.js';
import { editingTexts } from '../../../texts/sites/editing.js';
import { FilesFrame, PageFrame, type PageFrameHandle } from '../../preview/page-frame.js';
import { useShownHtml } from '../../preview/use-shown-html.js';
import type { ComparedSide } from './changed-files.js';
import styles from './comparison.module.css';

interface RenderedPagesProps {
  page: OfPage;
  before: ComparedSide;
  after: ComparedSide;
  /** The page before covers the other one up to a border that the person moves. */
  isOverlaid: boolean;
}

/** Shows both as viewers see them: beside each other, on a phone one at a time, or over each other. */
export function RenderedPages({ page, before, after, isOverlaid }: RenderedPagesProps) {
  const [scrollBefore, scrollAfter] = useLinkedScroll();
  // Text begins on the left; the middle is often empty.
  const [border, setBorder] = useState(25);
  const [shown, setShown] = useState(after.name);
  const isNarrow = useNarrowWidth();
  const older = <Rendered page={page} scroll={scrollBefore} side={before} />;
  const newer = <Rendered page={page} scroll={scrollAfter} side={after} />;
  const names = (
    <div className={classNames('strong', styles['names'], isOverlaid && styles['ends'])}>
      {[before, after].map(({ name }) =>
        isNarrow && !isOverlaid ? (
          <Button aria-pressed={name === shown} key={name} onClick={() => setShown(name)} size="sm">
            {name}
          </Button>
        ) : (
          <span key={name}>{name}</span>
        ),
      )}
    </div>
  );
  if (!isOverlaid) {
    return (
      <>
        {names}
        <div className={styles['sides']}>
          <div className={styles['side']} data-hidden={shown !== before.name}>
            {older}
          </div>
          <div className={styles['side']} data-hidden={shown !== after.name}>
            {newer}
          </div>
        </div>
      </>
    );
  }
  return (
    <>
      {names}
      <div className={styles['stack']} style={{ '--border': `${border}%` } as CSSProperties}>
        {newer}
        <div className={styles['over']}>{older}</div>
        <input
          aria-label={editingTexts.comparison.sliderLabel}
          className={styles['range']}
          max={100}
          min={0}
          onChange={(event) => setBorder(event.target.valueAsNumber)}
          type="range"
          value={border}
        />
        <div
          aria-hidden="true"
          className={`centred ${styles['border']}`}
          onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
          onPointerMove={(event) => setBorder(borderAt(event) ?? border)}
        >
          <SidewaysIcon />
        </div>
      </div>
    </>
  );
}

/** Returns the place of the pointer across the pages in percent, while it drags the border. */
function borderAt({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>): number | undefined {
  const pages = currentTarget.parentElement?.getBoundingClientRect();
  if (!pages || !currentTarget.hasPointerCapture(pointerId)) return undefined;
  return Math.max(0, Math.min(100, Math.round((100 * (clientX - pages.left)) / pages.width)));
}

interface RenderedProps {
  page: OfPage;
  side: ComparedSide;
  scroll: ReturnType<typeof useLinkedScroll>[0];
}

function Rendered({ page, side: { name, content }, scroll }: RenderedProps) {
  if ('source' in content) return <RenderedText {...content} {...scroll} title={name} />;
  if ('version' in content) return <StoredPreview name={name} page={page} version={content.version} />;
  return <FilesPreview address={content.previewUrl} title={name} />;
}

interface RenderedTextProps extends Omit<ComponentProps<typeof PageFrame>, 'html'> {
  source: string;
  format: PageFormat;
}

function RenderedText({ source, format, ...frame }: RenderedTextProps) {
  return <PageFrame {...frame} html={useShownHtml(source, format)} />;
}

function StoredPreview({ page, version, name }: { page: OfPage; version: number; name: string }) {
  const { data, error, isFetching, refetch } = usePreviewFilesQuery({ ...page, version });
  if (isFetching) return <Loading />;
  if (error !== undefined) return <LoadFailure error={error} onRetry={refetch} title={editFilesTexts.previewFailed} />;
  return <FilesPreview address={data ?? undefined} title={name} />;
}

function FilesPreview({ address, title }: { address: string | undefined; title: string }) {
  if (address === undefined) return <p className="soft-sm">{filesTexts.noPreview}</p>;
  return <FilesFrame address={address} title={title} />;
}

/** A page that follows reports it a moment later; a shorter one would otherwise scroll the other back. */
const FOLLOWING_MS = 200;

/** Scrolls two pages together: the one that the reader scrolls leads. */
function useLinkedScroll() {
  const before = useRef<PageFrameHandle>(null);
  const after = useRef<PageFrameHandle>(null);
  const leader = useRef<{ frame: typeof before; until: number }>(null);
  const scrolled = (frame: typeof before, follower: typeof before, place: PagePlace) => {
    const now = performance.now();
    if (leader.current && leader.current.frame !== frame && now < leader.current.until) return;
    leader.current = { frame, until: now + FOLLOWING_MS };
    follower.current?.scrollTo(place);
  };
  return [
    { ref: before, onScroll: (place: PagePlace) => scrolled(before, after, place) },
    { ref: after, onScroll: (place: PagePlace) => scrolled(after, before, place) },
  ] as const;
}
