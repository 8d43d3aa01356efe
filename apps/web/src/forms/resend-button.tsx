import { useAuthCalls } from '../session/auth-calls.js';
import { DoneNotice } from '../components/notices/notice.js';
import { ActionButton } from './action-button.js';
import type { ActionTexts } from './action-failure.js';
import { useAction } from './use-action.js';

interface ResendButtonProps {
  type: 'signup' | 'email_change';
  email: string;
  label: string;
  done: string;
  action: ActionTexts;
  /** The mail was asked for before this was on the screen. */
  alreadyDone?: boolean;
}

/** Asks for the confirmation mail again and shows the result. */
export function ResendButton({ type, email, label, done, action, alreadyDone = false }: ResendButtonProps) {
  const { resend } = useAuthCalls();
  const sending = useAction(() => resend(type, email), action, alreadyDone);
  return (
    <div className="stack-16">
      <ActionButton action={sending} size="sm" variant="ghost">
        {label}
      </ActionButton>
      {sending.done && <DoneNotice>{done}</DoneNotice>}
    </div>
  );
}
