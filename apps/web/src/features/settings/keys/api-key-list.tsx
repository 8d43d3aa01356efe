import { type ApiKey, useRevokeApiKeyMutation } from '../../../api/account.js';
import { Badge } from '../../../components/badge.js';
import { useNotices } from '../../../components/notices/notices.js';
import { useAction } from '../../../forms/action.js';
import { keyTexts as text } from '../../../texts/account/keys.js';
import { dateFormat } from '../../../texts/formats.js';
import { SettingsRow } from '../section.js';

interface ApiKeyListProps {
  keys: readonly ApiKey[];
  asks: boolean;
  onRevoked: () => void;
}

export function ApiKeyList({ keys, ...rest }: ApiKeyListProps) {
  return (
    <ul aria-label={text.list} className="stack-8">
      {keys.map((key) => (
        <ApiKeyRow apiKey={key} key={key.id} {...rest} />
      ))}
    </ul>
  );
}

export const hasEnded = ({ expires_at: end }: ApiKey): boolean => end !== null && new Date(end) <= new Date();

const day = (date: string): string => dateFormat.format(new Date(date));

function ApiKeyRow({ apiKey, asks, onRevoked }: Omit<ApiKeyListProps, 'keys'> & { apiKey: ApiKey }) {
  const { id, name, prefix, scopes, created_at: createdAt, expires_at: expiresAt } = apiKey;
  const { last_used_on: lastUsedOn, last_used_network: network } = apiKey;
  const [revokeApiKey] = useRevokeApiKeyMutation();
  const { showToast } = useNotices();
  const revocation = useAction(async () => {
    await revokeApiKey(id).unwrap();
    showToast(text.revoked(name));
    onRevoked();
  }, text.revoking);
  return (
    <SettingsRow
      action={revocation}
      button={text.revoke}
      label={text.revokeNamed(name)}
      name={
        <>
          {name} <code className="soft-sm normal">{prefix}…</code>
          {hasEnded(apiKey) && <Badge tone="bad">{text.ended}</Badge>}
        </>
      }
      notes={[
        text.scopes(scopes),
        lastUsedOn === null ? text.unused : text.lastUsed(day(lastUsedOn), network),
        `${text.madeOn(day(createdAt))}、${expiresAt === null ? text.endless : text.until(day(expiresAt))}`,
      ]}
      question={asks ? text.revokeQuestion(name) : undefined}
    />
  );
}
