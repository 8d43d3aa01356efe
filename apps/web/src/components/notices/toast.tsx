import { limits } from '@haru/contracts';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { slowProofs } from '../../http/proof/with-proof.js';
import { texts } from '../../texts/ja.js';
import { useNotices, useToast } from './notices.js';
import styles from './toast.module.css';

/** Time to read it, to decide and to reach the button with the keyboard. */
const ACTION_MS = 10_000;

/** Where toasts appear. Always there: what appears together with its region is not read out. */
export function Toast() {
  const toast = useToast();
  const isProving = useSyncExternalStore(slowProofs.subscribe, slowProofs.isAny);
  const { closeToast, takeToastAction } = useNotices();
  const region = useRef<HTMLDivElement>(null);
  const id = toast?.id;
  const hasAction = toast?.action !== undefined;

  useEffect(() => {
    // A popover opened last lies over every dialog.
    region.current?.hidePopover();
    region.current?.showPopover();
    if (id === undefined) return undefined;
    const timer = window.setTimeout(closeToast, hasAction ? ACTION_MS : limits.noticeMs);
    return () => window.clearTimeout(timer);
  }, [id, hasAction, isProving, closeToast]);

  return (
    <div className={styles['region']} popover="manual" ref={region} role="status">
      {isProving && (
        <div className={styles['toast']}>
          <p className={styles['text']}>{texts.proving}</p>
        </div>
      )}
      {toast && (
        <div className={styles['toast']}>
          <p className={styles['text']}>{toast.text}</p>
          {toast.action !== undefined && (
            <button className={styles['action']} onClick={takeToastAction} type="button">
              {toast.action}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
