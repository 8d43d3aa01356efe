import { useId, type ReactNode, type Ref } from 'react';
import { RowName } from '../../components/list/row-list.js';
import { CallFailureNotice } from '../../components/notices/load-failure.js';
import { ActionButton, type Action } from '../../forms/action.js';
import { texts } from '../../texts/ja.js';
import styles from './settings.module.css';

interface SectionProps {
  heading: string;
  /** The heading takes the focus when the focused element is removed. */
  headingRef?: Ref<HTMLHeadingElement>;
  lead?: string;
  children?: ReactNode;
}

export function Section({ heading, headingRef, lead, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="stack-16">
      <h3 className="text-base" id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
        {heading}
      </h3>
      {lead !== undefined && <p className="note">{lead}</p>}
      {children}
    </section>
  );
}

export function NotLoaded({ error, title }: { error: unknown; title: string }) {
  return error === undefined ? (
    <p className="note">{texts.loading}</p>
  ) : (
    <CallFailureNotice error={error} title={title} />
  );
}

interface SettingsRowProps {
  name: ReactNode;
  notes: readonly (string | null)[];
  action?: Action | undefined;
  /** The button's text, and what screen readers read instead of it. */
  button: string;
  label: string;
  question?: string | undefined;
  onAsk?: (() => void) | undefined;
}

/** One of several things that the account has, with the button that ends it. */
export function SettingsRow({ name, notes, action, button, label, ...asking }: SettingsRowProps) {
  return (
    <li className={`box between ${styles['row']}`}>
      <div className="grow">
        <RowName>{name}</RowName>
        {notes.map(
          (note) =>
            note !== null && (
              <p className="note" key={note}>
                {note}
              </p>
            ),
        )}
      </div>
      {action && (
        <ActionButton action={action} aria-label={label} {...asking} size="sm">
          {button}
        </ActionButton>
      )}
    </li>
  );
}
