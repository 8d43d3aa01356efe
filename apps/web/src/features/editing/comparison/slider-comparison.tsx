import { useState, type CSSProperties } from 'react';
import { editingTexts } from '../../../texts/sites/editing.js';
import { PageFrame } from '../../preview/page-frame.js';
import type { ComparedPages } from './side-by-side.js';
import styles from './rendered.module.css';
import { useLinkedScroll } from './use-linked-scroll.js';

/** The older page covers the newer one, up to a border that the reader moves. */
export function SliderComparison({ before, after }: ComparedPages) {
  const { beforeRef, afterRef, onBeforeScroll, onAfterScroll } = useLinkedScroll();
  const [border, setBorder] = useState(50);
  const position = { '--border': `${border}%` } as CSSProperties;
  return (
    <div className={styles['slider']} style={position}>
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
        <div aria-hidden="true" className={styles['border']} />
      </div>
    </div>
  );
}
