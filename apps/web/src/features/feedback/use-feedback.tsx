import { Suspense, useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { limits } from '@haru/contracts';
import { noticeShown } from '../../api/app-notice.js';
import type { CallFailure } from '../../http/call.js';
import { failureText } from '../../http/failure-text.js';
import { useSubmitLikeMutation } from '../../api/feedback.js';
import { ErrorBoundary } from '../../components/error-boundary.js';
import { lazyPart } from '../../components/lazy-part.js';
import { ErrorNotice } from '../../components/notice.js';
import { useTimedNotice } from '../../components/use-timed-notice.js';
import { feedbackTexts } from '../../texts/feedback.js';
import { texts } from '../../texts/ja.js';
import styles from './like-thanks.module.css';

const ReportDialog = lazyPart(async () => (await import('./report-dialog.js')).ReportDialog);

interface Feedback {
  /** Likes once; pressed again meanwhile it does nothing. */
  like: () => void;
  report: () => void;
  /** Where thanks and the dialog appear. */
  shown: ReactNode;
}

/** What the header's like and report buttons do. */
export function useFeedback(): Feedback {
  const [isReporting, setIsReporting] = useState(false);
  const [submitLike, { isLoading }] = useSubmitLikeMutation();
  const thanks = useTimedNotice(limits.noticeMs);
  const dispatch = useDispatch();

  const like = async () => {
    if (isLoading || thanks.shown) return;
    const { error } = await submitLike();
    if (error) dispatch(noticeShown({ kind: 'fault', text: failureText(error as CallFailure) }));
    else thanks.show();
  };

  return {
    like: () => void like(),
    report: () => setIsReporting(true),
    shown: (
      <>
        {/* Always there: what appears together with its region is not read out. */}
        <div className={styles['region']} role="status">
          {thanks.shown && <p className={styles['thanks']}>{feedbackTexts.liked}</p>}
        </div>
        {isReporting && (
          <ErrorBoundary fallback={<ErrorNotice>{texts.dialogUnavailable}</ErrorNotice>}>
            <Suspense>
              <ReportDialog onClose={() => setIsReporting(false)} />
            </Suspense>
          </ErrorBoundary>
        )}
      </>
    ),
  };
}
