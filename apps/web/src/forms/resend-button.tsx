import { useState } from 'react';
import { useNow } from '../components/hooks.js';
import { useAuthCalls } from '../session/auth-calls.js';
import { DoneNotice } from '../components/notices/notice.js';
import { ActionButton, useAction } from './action.js';
import type { Refusal } from './action-failure.js';
import { authTexts } from '../texts/account/auth.js';
import { texts } from '../texts/ja.js';

const text = authTexts.confirmation;

interface ResendButtonProps {
  type: 'signup' | 'email_change';
  email: string;
  alreadyDone?: boolean;
}

/** Requests the confirmation mail again and shows the result. After a recent mail it shows a countdown. */
export function ResendButton({ type, email, alreadyDone = false }: ResendButtonProps) {
  const { resend } = useAuthCalls();
  const sending = useAction(() => resend(type, email), text, alreadyDone);
  const { refusal } = sending;
  const secondsLeft = useCountdown(refusal?.code === 'over_email_send_rate_limit' ? refusal : undefined);
  return (
    <div className="stack-8">
      <ActionButton action={secondsLeft === undefined ? sending : { ...sending, refusal: undefined }} size="sm">
        {text.resend}
      </ActionButton>
      {secondsLeft !== undefined && secondsLeft > 0 && <p className="note">{texts.mailedJustNow(secondsLeft)}</p>}
      {sending.done && <DoneNotice>{text.resent}</DoneNotice>}
    </div>
  );
}

function useCountdown(refusal: Refusal | undefined): number | undefined {
  const now = useNow(1_000);
  const [end, setEnd] = useState<{ refusal: Refusal | undefined; at: number }>();
  if (end?.refusal !== refusal) setEnd({ refusal, at: now.getTime() + 1_000 * (refusal?.retryAfterSeconds ?? 0) });
  if (refusal?.retryAfterSeconds === undefined || !end) return undefined;
  return Math.max(0, Math.ceil((end.at - now.getTime()) / 1_000));
}
