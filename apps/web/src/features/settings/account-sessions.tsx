import { useRef } from 'react';
import { type AccountSession, useEndSessionMutation, useListSessionsQuery } from '../../api/account.js';
import { Badge } from '../../components/badge.js';
import { useNotices } from '../../components/notices/notices.js';
import { useAction } from '../../forms/action.js';
import { formatDateTime } from '../../texts/formats.js';
import { settingsTexts } from '../../texts/account/settings.js';
import { NotLoaded, Section, SettingsRow } from './section.js';

const text = settingsTexts.sessions;

export function AccountSessions({ account }: { account: string }) {
  const { data: sessions, error } = useListSessionsQuery({ account });
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Section heading={text.heading} headingRef={heading} lead={text.lead}>
      {(!sessions || error) && <NotLoaded error={error} title={text.loadingFailed} />}
      {sessions && (
        <ul aria-label={text.list} className="stack-8">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              // The button that had the focus is removed with its row.
              onEnded={() => heading.current?.focus()}
              session={session}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

function SessionRow({ session, onEnded }: { session: AccountSession; onEnded: () => void }) {
  const { id, current, browser, system, network, last_used_at: lastUsedAt } = session;
  const [endSession] = useEndSessionMutation();
  const { showToast } = useNotices();
  const device = text.device(system, browser);
  const ending = useAction(
    async () => {
      await endSession(id).unwrap();
      showToast(text.ended(device));
      onEnded();
    },
    { failed: text.endingFailed },
  );
  return (
    <SettingsRow
      // The header signs out of this device.
      action={current ? undefined : ending}
      button={text.end}
      label={text.endNamed(device)}
      name={
        <>
          {device} {current && <Badge tone="good">{text.current}</Badge>}
        </>
      }
      notes={[text.lastUsed(formatDateTime(new Date(lastUsedAt))), network === null ? null : text.network(network)]}
    />
  );
}
