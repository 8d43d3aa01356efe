import { useAuthCalls } from '../session/auth-calls.js';
import { Button } from '../components/buttons/button.js';
import { DoneNotice, ErrorNotice } from '../components/notices/notice.js';
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
      <Button loading={sending.working} onClick={sending.run} size="sm" variant="ghost">
        {label}
      </Button>
      {sending.done && <DoneNotice>{done}</DoneNotice>}
      {sending.refusal && <ErrorNotice title={sending.refusal.title}>{sending.refusal.text}</ErrorNotice>}
    </div>
  );
}
