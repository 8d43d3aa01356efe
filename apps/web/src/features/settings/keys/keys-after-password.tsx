import { useRef } from 'react';
import { useListApiKeysQuery } from '../../../api/api-keys.js';
import { keyTexts as text } from '../../../texts/account/keys.js';
import { ApiKeyList } from './api-key-list.js';

/** A changed password leaves the API keys valid: each can be revoked here with one press. */
export function KeysAfterPassword({ account }: { account: string }) {
  const { data: keys = [] } = useListApiKeysQuery({ account });
  const lead = useRef<HTMLParagraphElement>(null);
  if (keys.length === 0) return null;
  return (
    <div className="stack-8">
      <p className="note" ref={lead} tabIndex={-1}>
        {text.afterPassword}
      </p>
      <ApiKeyList asks={false} keys={keys} onRevoked={() => lead.current?.focus()} />
    </div>
  );
}
