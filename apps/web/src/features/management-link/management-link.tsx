import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../components/buttons/button.js';
import { ErrorNotice } from '../../components/notices/notice.js';
import { useNotices } from '../../components/notices/notices.js';
import { type ActionRefusal, useAction } from '../../forms/use-action.js';
import {
  type ManagementLink,
  type NewManagementLink,
  useManagementLinkCalls,
} from '../../session/management-link-calls.js';
import { formatDateTime } from '../../texts/formats.js';
import { managementLinkTexts as text } from '../../texts/sites/management-link.js';
import styles from './management-link.module.css';
import { useAppConfig } from '../../api/api.js';
import { downloadFile } from '../../components/sharing/share-link.js';
import { SecretLink } from '../../components/sharing/secret-link.js';
import { FileIcon } from '../../components/icons/icons.js';
import { lazyPart } from '../../components/loading/lazy-part.js';
import { LoadedPart } from '../../components/loading/loaded-part.js';

/** Makes, shows once, renews and revokes the management link of the temporary account that is signed in. */
export function ManagementLinkPanel() {
  const { get } = useManagementLinkCalls();
  const [link, setLink] = useState<ManagementLink>();
  const [made, setMade] = useState<NewManagementLink>();
  const loading = useAction(async () => setLink(await get()), text.loadingFailed);
  const load = useEffectEvent(loading.run);
  useEffect(() => load(), []);

  return (
    <div className={styles['panel']} tabIndex={-1}>
      <p>{text.lead}</p>
      <p className={styles['note']}>{text.secrecy}</p>
      {made && <ShownLink {...made} />}
      {!loading.done && !loading.refusal && <p className={styles['note']}>{text.loading}</p>}
      <Refused refusal={loading.refusal} />
      {loading.done && (
        <LinkActions
          link={link}
          onMade={(next) => {
            setMade(next);
            setLink({ createdAt: next.createdAt });
          }}
          onRevoked={() => {
            setMade(undefined);
            setLink(undefined);
          }}
        />
      )}
    </div>
  );
}

interface LinkActionsProps {
  link: ManagementLink | undefined;
  onMade: (link: NewManagementLink) => void;
  onRevoked: () => void;
}

function LinkActions({ link, onMade, onRevoked }: LinkActionsProps) {
  const { create, revoke } = useManagementLinkCalls();
  const { showToast } = useNotices();
  const [asked, setAsked] = useState<'renew' | 'revoke'>();
  const creation = useAction(async () => {
    onMade(await create());
    setAsked(undefined);
  }, text.creating);
  const revocation = useAction(async () => {
    await revoke();
    setAsked(undefined);
    onRevoked();
    showToast(text.revoked);
  }, text.revoking);
  const refusals = (
    <>
      <Refused refusal={creation.refusal} />
      <Refused refusal={revocation.refusal} />
    </>
  );
  if (!link) {
    return (
      <>
        <Button className={styles['create']} loading={creation.working} onClick={creation.run} variant="primary">
          {text.create}
        </Button>
        {refusals}
      </>
    );
  }
  return (
    <>
      <p className={styles['note']}>
        {text.since(formatDateTime(link.createdAt))}
        {link.lastUsedAt && text.lastUsed(formatDateTime(link.lastUsedAt))}
      </p>
      {asked === undefined ? (
        <div className={styles['actions']}>
          <Button onClick={() => setAsked('renew')}>{text.renew}</Button>
          <Button onClick={() => setAsked('revoke')}>{text.revoke}</Button>
        </div>
      ) : (
        <Question action={asked === 'renew' ? creation : revocation} name={asked} onKeep={() => setAsked(undefined)} />
      )}
      {refusals}
    </>
  );
}

interface QuestionProps {
  name: 'renew' | 'revoke';
  action: { working: boolean; run: () => void };
  onKeep: () => void;
}

/** Renewing and revoking both end the former link. */
function Question({ name, action, onKeep }: QuestionProps) {
  const keep = useRef<HTMLButtonElement>(null);
  // The question replaces the button that had the focus.
  useEffect(() => keep.current?.focus(), []);
  return (
    <>
      <p role="status">{name === 'renew' ? text.renewQuestion : text.revokeQuestion}</p>
      <div className={styles['actions']}>
        <Button disabled={action.working} onClick={onKeep} ref={keep}>
          {text.keep}
        </Button>
        <Button loading={action.working} onClick={action.run} variant="danger">
          {text[name]}
        </Button>
      </div>
    </>
  );
}

function Refused({ refusal }: { refusal?: ActionRefusal | undefined }) {
  return refusal ? <ErrorNotice title={refusal.title}>{refusal.text}</ErrorNotice> : null;
}

const QrCode = lazyPart(async () => (await import('../../components/sharing/qr-code.js')).QrCode);

/** Shows the link itself, which can be seen only now, and how to keep it. */
function ShownLink({ url, createdAt }: NewManagementLink) {
  const { productName } = useAppConfig();
  const save = () => downloadFile(text.fileName, 'text/plain', text.file(productName, url, formatDateTime(createdAt)));

  return (
    <div className="stack-16">
      <p role="status">{text.once}</p>
      <SecretLink texts={{ ...text, link: text.address }} url={url}>
        <Button iconLeft={<FileIcon />} onClick={save}>
          {text.save}
        </Button>
      </SecretLink>
      <div className={styles['qrCode']}>
        <LoadedPart>
          <QrCode label={text.qrCode} text={url} />
        </LoadedPart>
      </div>
    </div>
  );
}
