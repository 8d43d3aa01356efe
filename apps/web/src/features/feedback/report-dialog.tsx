import { useEffect, useEffectEvent, useState } from 'react';
import { limits } from '@haru/contracts';
import { CheckIcon } from '../../components/icons.js';
import { Modal } from '../../components/dialog/modal.js';
import { feedbackTexts as texts } from '../../texts/feedback.js';
import { ReportForm, useReportForm } from './report-form.js';
import styles from './report-form.module.css';

/** The report form and, once it is sent, thanks that close by themselves. */
export function ReportDialog({ onClose }: { onClose: () => void }) {
  const [sent, setSent] = useState(false);
  const form = useReportForm(() => setSent(true));
  const { title, description, email } = form.values;
  const isWritten = [title, description, email].some((text) => text.trim() !== '');
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (!sent) return undefined;
    const timer = window.setTimeout(() => close(), limits.noticeMs);
    return () => window.clearTimeout(timer);
  }, [sent]);

  return (
    <Modal onClose={onClose} staysOpen={isWritten && !sent} title={texts.title}>
      {sent ? (
        <div className={styles['thanks']} role="status">
          <CheckIcon />
          <p className={styles['thanksTitle']}>{texts.thanks}</p>
          <p>{texts.thanksText}</p>
        </div>
      ) : (
        <ReportForm form={form} onCancel={onClose} />
      )}
    </Modal>
  );
}
