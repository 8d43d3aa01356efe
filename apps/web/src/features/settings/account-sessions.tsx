import { useRef } from 'react';
import { type AccountSession, useEndSessionMutation, useListSessionsQuery } from '../../api/account.js';
import { useSignOutMutation } from '../../api/api.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/buttons/button.js';
import { CallFailureNotice } from '../../components/notices/load-failure.js';
import { useNotices } from '../../components/notices/notices.js';
import { formatDateTime } from '../../texts/formats.js';
import { settingsTexts } from '../../texts/account/settings.js';
import { texts } from '../../texts/ja.js';
import { Section } from './section.js';
import styles from './settings.module.css';

const text = settingsTexts.sessions;

export function AccountSessions({ account }: { account: string }) {
  const { data: sessions, error } = useListSessionsQuery({ account });
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Section heading={text.heading} headingRef={heading}>
      <p className="note">{text.lead}</p>
      {!sessions && !error && <p className="note">{texts.loading}</p>}
      <CallFailureNotice error={error} title={text.loadingFailed} />
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
  const [endSession, ending] = useEndSessionMutation();
  const [signOut, signingOut] = useSignOutMutation();
  const { showToast } = useNotices();
  const device = text.device(system, browser);
  const end = async () => {
    if (current) {
      await signOut();
      return;
    }
    const { error } = await endSession(id);
    if (error) return;
    showToast(text.ended(device));
    onEnded();
  };
  return (
    <li className={styles['row']}>
      <div>
        <p className={styles['name']}>
          {device} {current && <Badge tone="good">{text.current}</Badge>}
        </p>
        <p className="note">{text.lastUsed(formatDateTime(new Date(lastUsedAt)))}</p>
        {network !== null && <p className="note">{text.network(network)}</p>}
      </div>
      <Button
        aria-label={current ? text.signOutHere : text.endNamed(device)}
        loading={ending.isLoading || signingOut.isLoading}
        onClick={() => void end()}
        size="sm"
      >
        {current ? text.signOut : text.end}
      </Button>
      <CallFailureNotice error={ending.error ?? signingOut.error} title={text.endingFailed} />
    </li>
  );
}
