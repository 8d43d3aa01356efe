import type { ReactNode } from 'react';
import { useCountMySitesQuery } from '../../../api/sites/site-lookups.js';
import { LinkButton } from '../../../components/buttons/button.js';
import { CheckChoice } from '../../../components/inputs/choices.js';
import { Form, type FormProps } from '../../../forms/form.js';
import { authTexts } from '../../../texts/account/auth.js';
import type { AuthPurpose, AuthView } from '../dialog.js';
import styles from './auth-dialog.module.css';

/** An address counts only after its mail has been followed; `type` is the kind of mail. */
export interface AwaitedConfirmation {
  view: 'confirmation';
  type: 'signup' | 'email_change';
  resent: boolean;
}

export type AuthStep = { email: string } & (
  { view: AuthView; reason?: string | undefined } | { view: 'emailSent' } | AwaitedConfirmation
);

export interface AuthViewProps {
  email: string;
  purpose?: AuthPurpose | undefined;
  onStep: (step: AuthStep) => void;
  onClose: () => void;
}

export function AuthForm({ lead, ways, ...form }: FormProps & { lead?: string | false; ways: ReactNode }) {
  return (
    <div className="stack-16">
      {lead && <p className="soft-md written">{lead}</p>}
      <Form {...form} />
      <div className={`stack-4 ${styles['ways']}`}>{ways}</div>
    </div>
  );
}

export function Way({ before, label, onTake }: { before?: string; label: string; onTake: () => void }) {
  return (
    <p className={`soft-sm wrap-8 row ${styles['way']}`}>
      {before}
      <LinkButton className="touch-link" onClick={onTake}>
        {label}
      </LinkButton>
    </p>
  );
}

interface HandOverChoiceProps {
  account: string;
  email?: string | undefined;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

export function HandOverChoice({ account, email, isChosen, onChoose }: HandOverChoiceProps) {
  const text = authTexts.handOver;
  const { data: pages } = useCountMySitesQuery({ account });
  if (pages === 0) return null;
  return (
    <CheckChoice
      checked={isChosen}
      detail={isChosen ? text.kept : text.left}
      label={text.choose(email, pages)}
      onChange={(event) => onChoose(event.target.checked)}
    />
  );
}
