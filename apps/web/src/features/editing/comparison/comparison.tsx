import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { Tabs } from '../../../components/tabs/tabs.js';
import { editingTexts } from '../../../texts/sites/editing.js';
import styles from './comparison.module.css';
import { SideBySide, type ComparedPages } from './side-by-side.js';
import { SliderComparison } from './slider-comparison.js';
import { TextComparison } from './text-comparison.js';

interface ComparisonProps extends ComparedPages {
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
export function Comparison({ before, after, close, onClose, actions }: ComparisonProps) {
  const section = useRef<HTMLElement>(null);
  // The button that led here is removed.
  useEffect(() => section.current?.focus(), []);
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
        <div className={styles['actions']}>
          <Button onClick={onClose} size="sm">
            {close}
          </Button>
          {actions}
        </div>
      </div>
      <Tabs chosen={kind} label={text.kinds} onChoose={setKind} tabs={kinds}>
        {kind === 'pages' && <SideBySide after={after} before={before} />}
        {kind === 'slider' && <SliderComparison after={after} before={before} />}
        {kind === 'text' && <TextComparison after={after.html} before={before.html} />}
      </Tabs>
    </section>
  );
}
