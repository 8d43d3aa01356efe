import { limits } from '@haru/contracts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { slowProofs } from '../../http/proof/with-proof.js';
import { texts } from '../../texts/ja.js';
import { useTimeout } from '../hooks.js';
import { useNotices, useToast } from './notices.js';
import styles from './toast.module.css';

/** People need this long to read it, to decide and to reach the button with the keyboard. */
const ACTION_MS = 10_000;

/** Toasts appear here. The region always exists: screen readers do not read what appears together with its region. */
export function Toast({ address }: { address: string }) {
  const toast = useToast();
  const isProving = useSyncExternalStore(slowProofs.subscribe, slowProofs.isAny);
  const region = useRef<HTMLDivElement>(null);
  const id = toast?.id;

  useEffect(() => {
    // The popover that was opened last covers every dialog.
    region.current?.hidePopover();
    region.current?.showPopover();
  }, [id, isProving]);

  return (
    <div className={styles['region']} popover="manual" ref={region} role="status">
      {isProving && (
        <div className={styles['toast']}>
          <p className={styles['text']}>{texts.proving}</p>
        </div>
      )}
      {toast && <Message address={address} key={toast.id} {...toast} />}
    </div>
  );
}

/** It closes by itself, but not under the pointer or the focus. */
function Message({ text, action, address }: { text: string; action?: string | undefined; address: string }) {
  const { closeToast, takeToastAction } = useNotices();
  const [isHeld, setHeld] = useState(false);
  const shownMs = action === undefined ? limits.noticeMs : ACTION_MS;
  useEndWithScreen(address, action === undefined, closeToast);
  useTimeout(closeToast, isHeld ? undefined : shownMs);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <div className={styles['toast']}>
      <p className={styles['text']}>{text}</p>
      {action !== undefined && (
        <button
          className={`bare ${styles['action']}`}
          onBlur={release}
          onClick={takeToastAction}
          onFocus={hold}
          onPointerEnter={hold}
          onPointerLeave={release}
          type="button"
        >
          {action}
        </button>
      )}
    </div>
  );
}

/** An action that also leaves its screen shows its result this much earlier. */
const LEAVING_MS = 500;

/** A message ends with its screen, when a dialog opens over it, and a plain one with the next press. */
function useEndWithScreen(address: string, isPlain: boolean, end: () => void): void {
  const first = useRef<{ address: string; at: number }>(undefined);
  useEffect(() => {
    first.current ??= { address, at: performance.now() };
    const { address: before, at } = first.current;
    if (address === before) return;
    if (performance.now() - at > LEAVING_MS) end();
    else first.current = { address, at };
  }, [address, end]);
  useEffect(() => {
    const opens = new MutationObserver((changes) => {
      if (changes.some(({ target }) => target instanceof HTMLDialogElement && target.open)) end();
    });
    opens.observe(document.body, { subtree: true, attributeFilter: ['open'] });
    // What the press does shows its own message after this listener.
    if (isPlain) document.addEventListener('click', end, { capture: true });
    return () => {
      opens.disconnect();
      document.removeEventListener('click', end, { capture: true });
    };
  }, [isPlain, end]);
}
