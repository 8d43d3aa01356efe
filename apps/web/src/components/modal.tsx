import { useEffect, useId, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { texts } from '../texts/ja.js';
import { Button } from './button.js';
import { classNames } from './class-names.js';
import { CloseIcon } from './icons.js';
import styles from './modal.module.css';

export interface ModalProps {
  title?: string;
  /** Names the dialog where it shows no title. */
  label?: string;
  width?: 'sm' | 'md' | 'lg' | 'xl';
  onClose: () => void;
  /** Esc and the backdrop do nothing, because something would be lost. */
  staysOpen?: boolean;
  /** Buttons at the foot, the primary one last. */
  actions?: ReactNode;
  children: ReactNode;
}

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** Open as long as it is rendered. Focus stays inside and goes back to where it was. */
export function Modal({ title, label, width = 'md', onClose, staysOpen = false, actions, children }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    // The dialog itself first: a screen reader then begins with the title, not with the close button.
    dialog?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  const dismiss = () => {
    if (!staysOpen) onClose();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      dismiss();
    }
    if (event.key === 'Tab') keepFocusInside(event);
  };
  const onClick = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget) dismiss();
  };

  return (
    // The backdrop belongs to the dialog element; the panel inside takes every other click.
    <dialog
      aria-label={title === undefined ? label : undefined}
      aria-labelledby={title === undefined ? undefined : titleId}
      className={classNames(styles['dialog'], styles[width])}
      onCancel={(event) => {
        event.preventDefault();
        dismiss();
      }}
      onClick={onClick}
      onKeyDown={onKeyDown}
      ref={ref}
      tabIndex={-1}
    >
      <div className={styles['panel']}>
        <div className={styles['head']}>
          {title !== undefined && (
            <h2 className={styles['title']} id={titleId}>
              {title}
            </h2>
          )}
          <Button
            aria-label={texts.modal.close}
            className={styles['close']}
            iconLeft={<CloseIcon />}
            onClick={onClose}
            size="sm"
            variant="ghost"
          />
        </div>
        <div className={styles['body']}>{children}</div>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </div>
    </dialog>
  );
}

/** The native dialog lets Tab leave for the browser's own bars; here it goes round. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>): void {
  const dialog = event.currentTarget;
  const inside = [...dialog.querySelectorAll<HTMLElement>(focusable)];
  const first = inside.at(0);
  const last = inside.at(-1);
  const active = document.activeElement;
  const target = event.shiftKey ? (active === first || active === dialog ? last : undefined) : active === last ? first : undefined;
  if (!target) return;
  event.preventDefault();
  target.focus();
}
