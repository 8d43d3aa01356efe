import { limits } from '@haru/contracts';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type ApiKey, useListApiKeysQuery } from '../../../api/api-keys.js';
import { Button } from '../../../components/buttons/button.js';
import { PlusIcon } from '../../../components/icons/icons.js';
import { CallFailureNotice } from '../../../components/notices/load-failure.js';
import type { Owner } from '../../../session/account.js';
import type { NewApiKey } from '../../../session/key-calls.js';
import { keyTexts as text } from '../../../texts/account/keys.js';
import { texts } from '../../../texts/ja.js';
import { useOpenDialog } from '../../auth/dialog.js';
import { Section } from '../section.js';
import { ApiKeyList, hasEnded } from './api-key-list.js';
import { MadeKey } from './made-key.js';
import { NewKeyForm } from './new-key-form.js';

type View = { name: 'list' } | { name: 'form' } | { name: 'made'; made: NewApiKey };

export function KeysTab({ account }: { account: Owner }) {
  const { data: keys, error, refetch } = useListApiKeysQuery({ account: account.id });
  const [view, setView] = useState<View>({ name: 'list' });
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is removed with its view; a screen reader continues from here.
  const showList = () => {
    flushSync(() => setView({ name: 'list' }));
    heading.current?.focus();
  };

  if (view.name === 'form') {
    return (
      <NewKeyForm
        onCancel={showList}
        onMade={(made) => {
          setView({ name: 'made', made });
          void refetch();
        }}
      />
    );
  }
  if (view.name === 'made') return <MadeKey made={view.made} onKept={showList} />;
  return (
    <Section heading={text.heading} headingRef={heading}>
      <p className="note">{text.lead}</p>
      {account.kind === 'temporary' && <TemporaryHint />}
      {!keys && !error && <p className="note">{texts.loading}</p>}
      <CallFailureNotice error={error} title={text.loadingFailed} />
      {keys?.length === 0 && <p>{text.none}</p>}
      {keys && keys.length > 0 && (
        <>
          <p className="note">{text.count(keys.length)}</p>
          <ApiKeyList asks keys={keys} onRevoked={() => heading.current?.focus()} />
        </>
      )}
      {keys && <AddButton keys={keys} onAdd={() => setView({ name: 'form' })} />}
    </Section>
  );
}

function TemporaryHint() {
  const openDialog = useOpenDialog();
  return (
    <p className="note">
      {text.temporary}{' '}
      <button className="link-button" onClick={() => openDialog({ name: 'auth', view: 'register' })} type="button">
        {text.register}
      </button>
    </p>
  );
}

function AddButton({ keys, onAdd }: { keys: readonly ApiKey[]; onAdd: () => void }) {
  // Making a key deletes those that have ended.
  if (keys.filter((key) => !hasEnded(key)).length >= limits.apiKeysMax) return <p className="note">{text.full}</p>;
  return (
    <Button iconLeft={<PlusIcon />} onClick={onAdd} variant={keys.length === 0 ? 'primary' : 'secondary'}>
      {text.add}
    </Button>
  );
}
