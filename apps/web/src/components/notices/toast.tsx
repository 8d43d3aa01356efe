import { limits } from '@haru/contracts';
import { useEffect, useRef } from 'react';
import { useNotices, useToast } from './notices.js';
import styles from './toast.module.css';

/** Where toasts appear. Always there: what appears together with its region is not read out. */
export function Toast() {
  const toast = useToast();
  const { closeToast } = useNotices();
  const region = useRef<HTMLDivElement>(null);
  const id = toast?.id;

  useEffect(() => {
    // A popover opened last lies over every dialog.
    region.current?.hidePopover();
    region.current?.showPopover();
    if (id === undefined) return undefined;
    const timer = window.setTimeout(closeToast, limits.noticeMs);
    return () => window.clearTimeout(timer);
  }, [id, closeToast]);

  return (
    <div className={styles['region']} popover="manual" ref={region} role="status">
      {toast && <p className={styles['toast']}>{toast.text}</p>}
    </div>
  );
}
