import { useState } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { ErrorNotice } from '../../../components/notices/notice.js';
import { editingTexts } from '../../../texts/sites/editing.js';
import type { ShownPart, TextChange } from '../difference/text-changes.js';
import { useTextDifference } from '../difference/use-text-difference.js';
import styles from './comparison.module.css';

const text = editingTexts.comparison;

/** Laying out more at a time would block a slow phone. */
const CHANGES_AT_A_TIME = 40;

/** Shows the places where two texts differ, a bounded number of them at a time. */
export function TextComparison({ before, after }: { before: string; after: string }) {
  const difference = useTextDifference(before, after);
  const [shown, setShown] = useState(CHANGES_AT_A_TIME);
  if (!difference) return <p role="status">{text.computing}</p>;
  if (difference.kind === 'same') return <p role="status">{text.same}</p>;
  if (difference.kind === 'gaveUp') return <ErrorNotice>{text.gaveUp}</ErrorNotice>;
  const { changes, count } = difference;
  return (
    <>
      <p className={styles['count']} role="status">
        {count > changes.length ? text.shownOf(changes.length, count) : text.count(count)}
      </p>
      <ol className={styles['changes']}>
        {changes.slice(0, shown).map((change, index) => (
          <Change change={change} key={index} />
        ))}
      </ol>
      {shown < changes.length && <Button onClick={() => setShown(shown + CHANGES_AT_A_TIME)}>{text.more}</Button>}
    </>
  );
}

function Change({ change: { line, parts } }: { change: TextChange }) {
  return (
    <li className={styles['change']}>
      <p className={styles['line']}>{text.line(line)}</p>
      <pre className={styles['code']}>
        <code>
          {parts.map((part, index) => (
            <Part key={index} part={part} />
          ))}
        </code>
      </pre>
    </li>
  );
}

function Part({ part: { kind, text: content, omitted } }: { part: ShownPart }) {
  const rest = omitted !== undefined && <span className={styles['omitted']}>{text.omitted(omitted)}</span>;
  if (kind === 'same') return <span>{content}</span>;
  const Element = kind === 'removed' ? 'del' : 'ins';
  return (
    <Element className={styles[kind]}>
      <span className="visually-hidden">{`${text[kind]} `}</span>
      {content}
      {rest}
    </Element>
  );
}
