import { useRef, useState } from 'react';
import { useNotices, useToast } from '../../components/notices/notices.js';
import { type CallFailure, failureText, loadErrorTexts } from '../../http/failure.js';
import { useSubmitLikeMutation } from '../../api/feedback.js';
import { requiredPart } from '../../components/loading/loaded-part.js';
import { withoutInputKept } from '../../texts/errors/first-errors.js';
import { feedbackTexts } from '../../texts/feedback.js';

/** The form finds faults itself, and no answer loads the texts of their codes. */
const ReportDialog = requiredPart(async () => {
  const [{ ReportDialog }] = await Promise.all([import('./report-dialog.js'), loadErrorTexts()]);
  return { ReportDialog };
}, 'ReportDialog');

export function useFeedback() {
  const [isReporting, setIsReporting] = useState(false);
  const [submitLike, { isLoading }] = useSubmitLikeMutation();
  const toast = useToast();
  const thanks = useRef<number>(undefined);
  const [hasLiked, setHasLiked] = useState(false);
  const { showNotice, showToast } = useNotices();

  const like = async () => {
    if (isLoading || (toast && toast.id === thanks.current)) return;
    const { error } = await submitLike();
    if (error) showNotice({ kind: 'fault', text: withoutInputKept(failureText(error as CallFailure)) });
    else {
      thanks.current = showToast(feedbackTexts.liked);
      setHasLiked(true);
    }
  };

  return {
    like: () => void like(),
    hasLiked,
    report: () => setIsReporting(true),
    dialog: isReporting && <ReportDialog onClose={() => setIsReporting(false)} />,
  };
}
