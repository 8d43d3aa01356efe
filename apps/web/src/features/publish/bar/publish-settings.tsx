import { firstExpiry, limits } from '@haru/contracts';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { usePageAddresses } from '../../../api/sites/my-site.js';
import { Button } from '../../../components/buttons/button.js';
import { Modal } from '../../../components/dialog/modal.js';
import { useNow } from '../../../components/hooks.js';
import { LinkIcon } from '../../../components/icons/action-icons.js';
import { SelectInput } from '../../../components/inputs/text-input.js';
import { requiredPart } from '../../../components/loading/loaded-part.js';
import { customPathTexts } from '../../../texts/publish/file.js';
import { publishTexts as text } from '../../../texts/publish/publish.js';
import { passwordTexts } from '../../../texts/sites/password.js';
import { useOpenDialog } from '../../auth/dialog.js';
import { PagePasswordInput } from '../../site/page-password-input.js';
import type { Publication } from '../use-publish.js';
import styles from './publish-settings.module.css';

/** It is only for registered accounts. */
const CheckedPathField = requiredPart(() => import('../../site/custom-path-field.js'), 'CheckedPathField');

const usual = String(limits.siteLifetimeDays);

export function PublishSettings({ publication }: { publication: Publication }) {
  const { form, mayChoosePath, mayHide } = publication;
  const today = useNow();
  const [wantsPath, setWantsPath] = useState(false);
  const path = form.fieldProps('customPath');
  const { public: anybody, unlisted, secret, password } = text.visibilities;
  const hasOwnOrigins = usePageAddresses()?.ownOrigins !== undefined;
  const choices: Partial<typeof text.visibilities> = {
    public: anybody,
    ...(mayHide ? { unlisted } : {}),
    secret,
    ...(hasOwnOrigins ? { password } : {}),
  };
  const { visibility, lifetime } = form.values;
  const lifetimes = lifetimesFrom(today, publication.mayPublishLonger);
  const chosen = visibility in choices ? (visibility as keyof typeof choices) : 'public';
  return (
    <div className={styles['settings']}>
      <div className={styles['path']}>
        {mayChoosePath ? (
          <CheckedPathField
            onChange={(value) => form.change('customPath', value)}
            onTaken={publication.setTakenPath}
            prefix={text.prefixes[chosen]}
            problem={path.error}
            readOnly={form.working}
            takesFocus={wantsPath}
            value={path.value}
          />
        ) : (
          <PathInvitation onTaken={() => setWantsPath(true)} />
        )}
      </div>
      <div className={styles['facts']}>
        <SelectInput
          chosen={chosen}
          disabled={form.working}
          label={text.visibility}
          hint={text.meanings[chosen]}
          onChoose={(choice) => form.change('visibility', choice === 'public' ? '' : choice)}
          options={choices}
        />
        {chosen === 'password' && <PagePasswordInput {...form.fieldProps('password')} hint={passwordTexts.rule} />}
        <SelectInput
          chosen={lifetime in lifetimes ? lifetime : usual}
          disabled={form.working}
          label={text.lifetime}
          onChoose={(days) => form.change('lifetime', days === usual ? '' : days)}
          options={lifetimes}
        />
      </div>
    </div>
  );
}

function lifetimesFrom(today: Date, mayPublishLonger: boolean): Record<string, string> {
  const days = [1, 3, 7, limits.siteLifetimeDays, ...(mayPublishLonger ? [limits.extensionDays] : [])];
  const texts = days.map((each) => [String(each), text.until(firstExpiry(today, each), each)] as const);
  return Object.fromEntries([...texts, ...(mayPublishLonger ? ([['permanent', text.permanent]] as const) : [])]);
}

/** Shows the settings on a narrow screen. */
export function SettingsSheet({ publication, onClose }: { publication: Publication; onClose: () => void }) {
  // It is outside of the form, which Enter in a field would send.
  return createPortal(
    <Modal
      actions={
        <Button onClick={onClose} variant="primary">
          {text.settingsDone}
        </Button>
      }
      onClose={onClose}
      title={text.settings}
    >
      <PublishSettings publication={publication} />
    </Modal>,
    document.body,
  );
}

function PathInvitation({ onTaken }: { onTaken: () => void }) {
  const openDialog = useOpenDialog();
  return (
    <div className="stack-4">
      <span className={styles['label']}>{customPathTexts.label}</span>
      <Button
        className={styles['invitation']}
        iconLeft={<LinkIcon />}
        onClick={() => {
          onTaken();
          openDialog({ name: 'auth', view: 'register', purpose: 'path' });
        }}
        size="sm"
      >
        {text.pathInvitation}
        <span className={`soft-xs ${styles['hint']}`}>{text.pathInvitationHint}</span>
      </Button>
    </div>
  );
}
