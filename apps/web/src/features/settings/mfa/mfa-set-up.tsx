import { useState } from 'react';
import { type NewFactor, useAuthCalls } from '../../../session/auth-calls.js';
import { Button, ButtonLink, IconButton } from '../../../components/buttons/button.js';
import { useCopy } from '../../../components/sharing/use-copy.js';
import { useKeepOpen } from '../../../components/dialog/keep-open.js';
import { CopyIcon } from '../../../components/icons/action-icons.js';
import { Refused } from '../../../components/notices/notice.js';
import { useMediaQuery } from '../../../components/hooks.js';
import { codeFault, plainCode, CodeInput } from '../../../forms/fields.js';
import { Form } from '../../../forms/form.js';
import { useActionOnce } from '../../../forms/action.js';
import { useForm } from '../../../forms/use-form.js';
import { settingsTexts } from '../../../texts/account/settings.js';
import { texts } from '../../../texts/ja.js';
import styles from '../settings.module.css';

const text = settingsTexts.mfa;

interface MfaSetUpProps {
  nameFor: (taken: readonly string[]) => string;
  onAdded: () => void;
  onCancel: () => void;
}

/** Shows the picture and key of a new authenticator app, this once; its first code finishes the set-up. */
export function MfaSetUp({ nameFor, onAdded, onCancel }: MfaSetUpProps) {
  const { enrolFactor } = useAuthCalls();
  const [made, setMade] = useState<NewFactor>();
  // Each start makes a factor on the server, so there must be one only.
  const { refusal } = useActionOnce(async () => setMade(await enrolFactor(nameFor)), text.adding);
  if (refusal) {
    return (
      <>
        <Refused refusal={refusal} />
        <Button onClick={onCancel}>{texts.modal.cancel}</Button>
      </>
    );
  }
  if (!made) return <p className="note">{texts.loading}</p>;
  return <FirstCode factor={made} onAdded={onAdded} onCancel={onCancel} />;
}

function FirstCode({ factor, onAdded, onCancel }: Omit<MfaSetUpProps, 'nameFor'> & { factor: NewFactor }) {
  const { passMfa, removeUnfinishedFactor } = useAuthCalls();
  const opensApps = useMediaQuery('(pointer: coarse)');
  const { copy, isRefused, element } = useCopy<HTMLElement>(factor.secret, text.keyCopied);
  // The app may have the key already, which would be worthless if the dialog closed.
  useKeepOpen(true);
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: codeFault(code) }),
    send: async ({ code }) => {
      await passMfa(plainCode(code), factor.id);
      onAdded();
    },
    action: text.adding,
  });
  const cancel = () => {
    removeUnfinishedFactor(factor.id).catch((error: unknown) =>
      console.warn('the unfinished factor stays for now', error),
    );
    onCancel();
  };
  return (
    <div className={`stack-12 ${styles['firstCode']}`}>
      {opensApps && (
        <>
          <p>{text.openHere}</p>
          <ButtonLink className="start" href={factor.uri}>
            {text.open}
          </ButtonLink>
        </>
      )}
      <p>{opensApps ? text.scanElsewhere : text.scan}</p>
      <img alt={text.qrCode} className={`box ${styles['qrCode']}`} height="176" src={factor.qrCode} width="176" />
      <p className="note">{text.secret}</p>
      <div className="wrap-8 row">
        <code className="code-box grow" ref={element}>
          {factor.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
        <IconButton icon={<CopyIcon />} label={text.copyKey} onClick={copy} />
      </div>
      {isRefused && <p role="alert">{text.copyKeyFailed}</p>}
      <Form
        actions={
          <Button disabled={form.working} onClick={cancel}>
            {texts.modal.cancel}
          </Button>
        }
        form={form}
        submit={text.verify}
      >
        <p>{text.enter}</p>
        <CodeInput hint={undefined} {...form.fieldProps('code')} />
      </Form>
    </div>
  );
}
