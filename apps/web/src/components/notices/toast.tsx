import { limits } from '@haru/contracts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { slowProofs } from '../../http/proof/with-proof.js';
import { texts } from '../../texts/ja.js';
import { useNotices, useToast } from './notices.js';
import styles from './toast.module.css';

/** People need this long to read it, to decide and to reach the button with the keyboard. */
const ACTION_MS = 10_000;

/** Toasts appear here. The region always exists: screen readers do not read what appears together with its region. */
export function Toast() {
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
      {toast && <Message key={toast.id} {...toast} />}
    </div>
  );
}

/** It closes by itself, but not under the pointer or the focus. */
function Message({ text, action }: { text: string; action?: string | undefined }) {
  const { closeToast, takeToastAction } = useNotices();
  const [isHeld, setHeld] = useState(false);
  const shownMs = action === undefined ? limits.noticeMs : ACTION_MS;

  useEffect(() => {
    if (isHeld) return undefined;
    const timer = window.setTimeout(closeToast, shownMs);
    return () => window.clearTimeout(timer);
  }, [isHeld, shownMs, closeToast]);

  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <div className={styles['toast']}>
      <p className={styles['text']}>{text}</p>
      {action !== undefined && (
        <button
          className={styles['action']}
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
