import { useCallback, useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import { texts } from '../../texts/ja.js';
import { containersOf, focusFirstLeft } from '../focus/lost-focus.js';
import { Button, IconButton } from '../buttons/button.js';
import { classNames } from '../class-names.js';
import { CloseIcon } from '../icons/icons.js';
import { KeepOpenContext } from './keep-open.js';
import styles from './modal.module.css';

export interface ModalProps {
  title: string;
  width?: 'sm' | 'md' | 'lg';
  onClose: () => void;
  /** Esc and the backdrop do nothing, because something would be lost. */
  staysOpen?: boolean;
  /** Nothing closes the dialog while it works: the result is still to be shown. */
  working?: boolean;
  /** The first field takes the focus, with its text selected. Otherwise the dialog itself does. */
  focusesField?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

const field = ':is(input:not([type="checkbox"], [type="radio"]), select, textarea):not(:disabled)';

/** The dialog is open as long as it is rendered. Focus stays inside and returns to where it was. */
export function Modal({
  title,
  width = 'md',
  onClose,
  staysOpen = false,
  working = false,
  focusesField = false,
  actions,
  children,
}: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const losing = useRef(new Map<string, string>());
  const [stayReason, setStayReason] = useState<string>();

  const noteLosing = useCallback((key: string, reason: string | undefined) => {
    if (reason === undefined) losing.current.delete(key);
    else losing.current.set(key, reason);
    // The next refusal to close is announced again.
    if (losing.current.size === 0) setStayReason(undefined);
  }, []);

  const dismiss = useEffectEvent(() => {
    if (working) return;
    const [reason] = losing.current.values();
    if (reason !== undefined || staysOpen) setStayReason(reason ?? texts.modal.staysOpen);
    else onClose();
  });

  const takeFocus = useEffectEvent((dialog: HTMLDialogElement) => {
    const first = focusesField ? dialog.querySelector<HTMLElement>(field) : null;
    // The dialog takes the focus, so that a screen reader begins with the title, not with the close button.
    (first ?? dialog).focus();
    if (first instanceof HTMLInputElement) first.select();
  });

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    const before = document.activeElement;
    const around = containersOf(before);
    const stop = new AbortController();
    const { signal } = stop;
    dialog.addEventListener('keydown', (event) => onKey(dialog, event, dismiss), { signal });
    // The phone's back gesture cancels. On a second Esc some browsers close regardless, so it is a key above.
    dialog.addEventListener('cancel', (event) => cancel(event, dismiss), { signal });
    // The panel covers the dialog, so a press on the dialog itself is one on the backdrop.
    dialog.addEventListener('click', (event) => event.target === dialog && dismiss(), { signal });
    dialog.showModal();
    takeFocus(dialog);
    return () => {
      stop.abort();
      dialog.close();
      if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus();
      // The element that opened it may be removed, such as a deleted card.
      else focusFirstLeft(around);
    };
  }, []);

  return (
    <dialog aria-labelledby={titleId} className={classNames(styles['dialog'], styles[width])} ref={ref} tabIndex={-1}>
      <div className={styles['panel']}>
        <div className={styles['top']}>
          <div className={styles['head']}>
            <h2 className={styles['title']} id={titleId}>
              {title}
            </h2>
            <IconButton
              className={styles['close']}
              disabled={working}
              icon={<CloseIcon />}
              label={texts.modal.close}
              onClick={onClose}
            />
          </div>
          <div className={classNames(stayReason !== undefined && `amber-box between ${styles['stays']}`)} role="status">
            {stayReason !== undefined && <p>{stayReason}</p>}
            {stayReason === texts.modal.staysOpen && (
              <div className="wrap-8 fill-phone">
                <Button
                  onClick={() => {
                    setStayReason(undefined);
                    ref.current?.focus();
                  }}
                  size="sm"
                >
                  {texts.modal.stay}
                </Button>
                <Button onClick={onClose} size="sm">
                  {texts.modal.discard}
                </Button>
              </div>
            )}
          </div>
        </div>
        <div className={styles['body']}>
          <KeepOpenContext value={noteLosing}>{children}</KeepOpenContext>
        </div>
        {Boolean(actions) && <div className={`wrap-12 ${styles['actions']}`}>{actions}</div>}
      </div>
    </dialog>
  );
}

function onKey(dialog: HTMLDialogElement, event: KeyboardEvent, dismiss: () => void): void {
  if (event.key === 'Escape') cancel(event, dismiss);
  if (event.key === 'Tab') keepFocusInside(dialog, event);
}

function cancel(event: Event, dismiss: () => void): void {
  event.preventDefault();
  dismiss();
}

/** The native dialog lets Tab leave for the browser's own bars; here it cycles. */
function keepFocusInside(dialog: HTMLDialogElement, event: KeyboardEvent): void {
  const inside = [...dialog.querySelectorAll<HTMLElement>(focusable)].filter((element) => !element.closest('[hidden]'));
  const [first, last] = [inside.at(0), inside.at(-1)];
  const active = document.activeElement;
  const leavesAtStart = event.shiftKey && (active === first || active === dialog);
  const leavesAtEnd = !event.shiftKey && active === last;
  if (!leavesAtStart && !leavesAtEnd) return;
  event.preventDefault();
  (leavesAtStart ? last : first)?.focus();
}
