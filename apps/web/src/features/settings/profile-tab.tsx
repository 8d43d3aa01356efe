import { useState } from 'react';
import { useArchiveDownload } from '../site/download/use-archive-download.js';
import { ManagementLinkPanel } from '../management-link/management-link.js';
import { AuthButton } from '../auth/auth-button.js';
import { useAuthCalls } from '../../session/auth-calls.js';
import { Button } from '../../components/buttons/button.js';
import { DoneNotice } from '../../components/notices/notice.js';
import { emailFault, EmailInput } from '../../forms/fields.js';
import { Form } from '../../forms/form.js';
import { ResendButton } from '../../forms/resend-button.js';
import { useForm } from '../../forms/use-form.js';
import { MfaStep, useMfa } from '../../forms/mfa.js';
import { DownloadIcon } from '../../components/icons/action-icons.js';
import { downloadTexts } from '../../texts/sites/download.js';
import { managementLinkTexts } from '../../texts/sites/management-link.js';
import { settingsTexts } from '../../texts/account/settings.js';
import type { Owner } from '../../session/account.js';
import { Section } from './section.js';
import { useGetExpiryMailsQuery, useSetExpiryMailsMutation } from '../../api/account.js';
import { CallFailureNotice } from '../../components/notices/load-failure.js';
import { useNotices } from '../../components/notices/notices.js';
import styles from './settings.module.css';

const text = settingsTexts.profile;

export function ProfileTab({ account }: { account: Owner }) {
  return (
    <div className={`stack-16 ${styles['sections']}`}>
      {account.kind === 'registered' ? <EmailForm {...account} /> : <TemporaryProfile {...account} />}
      {account.kind === 'temporary' && (
        <Section heading={managementLinkTexts.heading}>
          <ManagementLinkPanel />
        </Section>
      )}
      {account.kind === 'registered' && <MailSettings account={account.id} />}
      <Takeout />
    </div>
  );
}

function EmailForm({ email: current, pendingEmail }: { email: string; pendingEmail?: string }) {
  const { updateUser } = useAuthCalls();
  const [sentTo, setSentTo] = useState<string>();
  const mfa = useMfa();
  const form = useForm({
    initial: { email: current, code: '' },
    check: ({ email, code }) => ({ email: emailFault(email), code: mfa.fault(code) }),
    send: async ({ email, code }) => {
      setSentTo(undefined);
      await mfa.before(code, async () => {
        const { user } = await updateUser({ email: email.trim() });
        setSentTo(user?.new_email);
      });
    },
    action: text.email,
  });
  const unchanged = form.values.email.trim().toLowerCase() === current.toLowerCase();
  return (
    <Section heading={text.heading}>
      <Form button={{ disabled: unchanged }} form={form} submit={text.submit}>
        <EmailInput autoComplete="email" {...form.fieldProps('email')} />
        <MfaStep mfa={mfa} {...form.fieldProps('code')} />
      </Form>
      {sentTo !== undefined && <DoneNotice>{text.sent}</DoneNotice>}
      {pendingEmail !== undefined && (
        <>
          <p className="note">{text.pending(pendingEmail)}</p>
          <ResendButton email={pendingEmail} type="email_change" />
        </>
      )}
    </Section>
  );
}

function TemporaryProfile({ pendingEmail }: { pendingEmail?: string }) {
  return (
    <Section
      heading={text.temporary}
      lead={pendingEmail === undefined ? text.temporaryText : text.temporaryPending(pendingEmail)}
    >
      {pendingEmail === undefined ? (
        <AuthButton variant="primary" view="register">
          {text.register}
        </AuthButton>
      ) : (
        <ResendButton email={pendingEmail} type="email_change" />
      )}
    </Section>
  );
}

function Takeout() {
  const { downloadAll } = useArchiveDownload();
  return (
    <Section heading={downloadTexts.all.heading} lead={downloadTexts.all.note}>
      <Button iconLeft={<DownloadIcon />} onClick={downloadAll}>
        {downloadTexts.all.submit}
      </Button>
    </Section>
  );
}

const mailTexts = settingsTexts.mails;

function MailSettings({ account }: { account: string }) {
  const { data: wanted, error } = useGetExpiryMailsQuery({ account });
  const [set, change] = useSetExpiryMailsMutation();
  const { showToast } = useNotices();
  const choose = async (next: boolean) => {
    const { data } = await set(next);
    if (data !== undefined) showToast(data ? mailTexts.on : mailTexts.off);
  };
  return (
    <Section heading={mailTexts.heading}>
      <label className="check">
        <input
          checked={wanted ?? false}
          disabled={wanted === undefined || change.isLoading}
          onChange={(event) => void choose(event.target.checked)}
          type="checkbox"
        />
        {mailTexts.expiry}
      </label>
      <CallFailureNotice
        error={change.error ?? error}
        title={change.error ? mailTexts.failed : mailTexts.loadingFailed}
      />
    </Section>
  );
}
