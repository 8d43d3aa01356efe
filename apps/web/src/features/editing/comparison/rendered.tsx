import { PageFrame, type PageFrameHandle } from '../../preview/page-frame.js';
import styles from './comparison.module.css';
import { useState, type CSSProperties, type PointerEvent, useRef } from 'react';
import { editingTexts } from '../../../texts/sites/editing.js';
import type { PagePlace } from '@haru/contracts';

interface ComparedPage {
  name: string;
  html: string;
}

export interface ComparedPages {
  before: ComparedPage;
  after: ComparedPage;
}

export function SideBySide({ before, after }: ComparedPages) {
  const { beforeRef, afterRef, onBeforeScroll, onAfterScroll } = useLinkedScroll();
  return (
    <div className={styles['sides']}>
      <figure className={styles['side']}>
        <figcaption className={styles['name']}>{before.name}</figcaption>
        <PageFrame html={before.html} onScroll={onBeforeScroll} ref={beforeRef} title={before.name} />
      </figure>
      <figure className={styles['side']}>
        <figcaption className={styles['name']}>{after.name}</figcaption>
        <PageFrame html={after.html} onScroll={onAfterScroll} ref={afterRef} title={after.name} />
      </figure>
    </div>
  );
}

export function SliderComparison({ before, after }: ComparedPages) {
  const { beforeRef, afterRef, onBeforeScroll, onAfterScroll } = useLinkedScroll();
  const [border, setBorder] = useState(50);
  const drag = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) => {
    const stack = currentTarget.parentElement?.getBoundingClientRect();
    if (!stack || !currentTarget.hasPointerCapture(pointerId)) return;
    setBorder(Math.max(0, Math.min(100, Math.round((100 * (clientX - stack.left)) / stack.width))));
  };
  const position = { '--border': `${border}%` } as CSSProperties;
  return (
    <div className="stack-8" style={position}>
      <div aria-hidden="true" className={styles['names']}>
        <span>{before.name}</span>
        <span>{after.name}</span>
      </div>
      <input
        aria-label={editingTexts.comparison.sliderLabel}
        className={styles['range']}
        max={100}
        min={0}
        onChange={(event) => setBorder(event.target.valueAsNumber)}
        type="range"
        value={border}
      />
      <div className={styles['stack']}>
        <div className={styles['under']}>
          <PageFrame html={after.html} onScroll={onAfterScroll} ref={afterRef} title={after.name} />
        </div>
        <div className={styles['over']}>
          <PageFrame html={before.html} onScroll={onBeforeScroll} ref={beforeRef} title={before.name} />
        </div>
        <div
          aria-hidden="true"
          className={styles['border']}
          onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
          onPointerMove={drag}
        />
      </div>
    </div>
  );
}

/** A page that follows reports it a moment later; a shorter one would otherwise scroll the other back. */
const FOLLOWING_MS = 200;

/** Scrolls two pages together: the one that the reader scrolls leads. */
function useLinkedScroll() {
  const beforeRef = useRef<PageFrameHandle>(null);
  const afterRef = useRef<PageFrameHandle>(null);
  const leader = useRef<{ isBefore: boolean; until: number }>(null);
  const scrolled = (isBefore: boolean, place: PagePlace) => {
    const now = performance.now();
    if (leader.current && leader.current.isBefore !== isBefore && now < leader.current.until) return;
    leader.current = { isBefore, until: now + FOLLOWING_MS };
    (isBefore ? afterRef : beforeRef).current?.scrollTo(place);
  };
  return {
    beforeRef,
    afterRef,
    onBeforeScroll: (place: PagePlace) => scrolled(true, place),
    onAfterScroll: (place: PagePlace) => scrolled(false, place),
  };
}
