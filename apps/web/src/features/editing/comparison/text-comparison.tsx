import { useState } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { ErrorNotice } from '../../../components/notices/notice.js';
import { editingTexts } from '../../../texts/sites/editing.js';
import { newlinesIn, placesIn, type ShownPart, type TextChange } from '../difference/text-changes.js';
import { useTextDifference } from '../difference/use-text-difference.js';
import styles from './comparison.module.css';

const text = editingTexts.comparison;

/** Laying out more at a time would block a slow phone. */
const CHANGES_AT_A_TIME = 40;

export function TextComparison({ before, after }: { before: string; after: string }) {
  const difference = useTextDifference(before, after);
  const [shown, setShown] = useState(CHANGES_AT_A_TIME);
  if (!difference) return <p role="status">{text.computing}</p>;
  if (difference.kind === 'same') return <p role="status">{text.same}</p>;
  if (difference.kind === 'gaveUp') return <ErrorNotice>{text.gaveUp}</ErrorNotice>;
  const { changes, count } = difference;
  const places = placesIn(changes);
  return (
    <div className="stack-12">
      <p className="soft-md" role="status">
        {count > places ? text.shownOf(places, count) : text.count(count)}
      </p>
      <ul className="stack-12">
        {changes.slice(0, shown).map((change, index) => (
          <Change change={change} key={index} />
        ))}
      </ul>
      {shown < changes.length && (
        <div>
          <Button onClick={() => setShown(shown + CHANGES_AT_A_TIME)}>{text.more}</Button>
        </div>
      )}
    </div>
  );
}

/** A row is one line of the newer text, with what was removed there. */
interface Row {
  /** It is absent where the line was removed. */
  line?: number;
  parts: ShownPart[];
}

function rowsOf({ line, parts }: TextChange): Row[] {
  const [context] = parts;
  let current = context?.kind === 'same' ? line - newlinesIn(context.text) : line;
  let row: Row = { parts: [] };
  const rows = [row];
  for (const { text: whole, ...part } of parts) {
    for (const [index, piece] of whole.split('\n').entries()) {
      if (index > 0) {
        if (part.kind !== 'removed') current += 1;
        rows.push((row = { parts: [] }));
      }
      if (piece === '' && part.omitted === undefined) continue;
      row.parts.push({ ...part, text: piece });
      if (part.kind !== 'removed') row.line ??= current;
    }
  }
  return rows.filter((shown) => shown.parts.length > 0);
}

function Change({ change }: { change: TextChange }) {
  return (
    <li className={`framed ${styles['change']}`}>
      <pre className={`written ${styles['code']}`}>
        {rowsOf(change).map(({ line, parts }, row) => (
          <span className={styles['row']} data-kind={kindOf(parts)} key={row}>
            <span className={styles['line']}>{line}</span>
            <code>
              {parts.map((part, index) => (
                <Part key={index} part={part} />
              ))}
            </code>
          </span>
        ))}
      </pre>
    </li>
  );
}

/** The whole row has the colour if all of it was added or removed. */
function kindOf(parts: readonly ShownPart[]): ShownPart['kind'] {
  const [first] = parts;
  return first && parts.every(({ kind }) => kind === first.kind) ? first.kind : 'same';
}

function Part({ part: { kind, text: content, omitted } }: { part: ShownPart }) {
  const rest = omitted !== undefined && <span className="soft-sm">{text.omitted(omitted)}</span>;
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
