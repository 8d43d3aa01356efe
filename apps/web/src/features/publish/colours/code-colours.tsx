import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import styles from './code-colours.module.css';
import { ColouredLines } from './coloured-lines.js';
import { withUnifiedLineEnds } from '../editor/entry/replacements.js';

const tokenClasses: Readonly<Record<string, string | undefined>> = styles;

interface CodeColoursProps {
  html: string;
  /** Its text is transparent and covers this one exactly. */
  area: RefObject<HTMLTextAreaElement | null>;
}

/** Changed lines are coloured after a pause in typing of this length. */
const PAUSE_MS = 150;

/** Draws line numbers and colours behind the text area, in which people type, with its undo and input methods. */
export function CodeColours({ html, area }: CodeColoursProps) {
  const container = useRef<HTMLDivElement>(null);
  const lines = useRef<ColouredLines>(null);

  useLayoutEffect(() => {
    if (!container.current) return undefined;
    const root = container.current.parentElement;
    /** While they are not shown, the text area shows its text itself. */
    const setShown = (isShown: boolean) => {
      root?.toggleAttribute('hidden', !isShown);
      root?.toggleAttribute('data-behind-text', isShown);
    };
    lines.current ??= new ColouredLines(container.current, {
      line: styles['line'],
      token: (name) => tokenClasses[name],
    });
    const shown = lines.current;
    const text = withUnifiedLineEnds(html);
    const isLate = shown.isFarFrom(text);
    setShown(!isLate);
    if (!isLate) shown.show(text);
    const timer = window.setTimeout(() => {
      if (isLate) shown.show(text);
      shown.colour();
      setShown(true);
    }, PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [html]);

  useEffect(() => {
    const field = area.current;
    if (!field) return undefined;
    const follow = () => {
      if (container.current) container.current.style.translate = `0 ${-field.scrollTop}px`;
    };
    follow();
    field.addEventListener('scroll', follow, { passive: true });
    return () => field.removeEventListener('scroll', follow);
  }, [area]);

  return (
    <div aria-hidden="true" className={styles['colours']}>
      <div className={styles['lines']} ref={container} />
    </div>
  );
}
