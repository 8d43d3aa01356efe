import { type AuditEntry, type AuditSubject, caseActors, caseStates } from '@haru/contracts';
import { useState } from 'react';
import { useListAuditInfiniteQuery } from '../../../api/admin.js';
import { LinkButton } from '../../../components/buttons/button.js';
import { TextInput } from '../../../components/inputs/text-input.js';
import { adminTexts } from '../../../texts/admin.js';
import { formatDay, timeFormat } from '../../../texts/formats.js';
import { stepText } from '../../cases/case-state.js';
import { AdminList, AdminRow, useFilter, useAdminAccount, useAdminTab } from '../admin-list.js';
import styles from '../admin.module.css';

const text = adminTexts.audit;
const subjects: Record<AuditSubject | 'all', string> = { all: text.all, ...text.subjects };

export function AuditTab() {
  const [subject, subjectFilter] = useFilter(text.filter, subjects, 'all');
  const [day, setDay] = useState('');
  const query = useListAuditInfiniteQuery({ account: useAdminAccount(), subject, day });
  const dayFilter = (
    <TextInput
      className={styles['choice']}
      key="day"
      label={text.day}
      onChange={(event) => setDay(event.target.value)}
      type="date"
      value={day}
    />
  );
  return (
    <AdminList filters={[subjectFilter, dayFilter]} itemsOf={({ entries }) => entries} query={query} texts={text}>
      {(entry, previous) => (
        <>
          {(!previous || dayOf(entry) !== dayOf(previous)) && <li className={styles['day']}>{dayOf(entry)}</li>}
          <EntryRow entry={entry} />
        </>
      )}
    </AdminList>
  );
}

const dayOf = ({ at }: AuditEntry): string => formatDay(new Date(at));

function EntryRow({ entry }: { entry: AuditEntry }) {
  return (
    <AdminRow
      details={[
        entry.subject.kind !== 'system' && <Subject entry={entry} key="subject" />,
        <time dateTime={entry.at} key="at">
          {timeFormat.format(new Date(entry.at))}
        </time>,
        text.by(actorOf(entry)),
      ]}
      title={actOf(entry)}
    >
      {entry.reason !== null && (
        <p className="written">
          {text.reason}
          {entry.reason}
        </p>
      )}
    </AdminRow>
  );
}

/** Links to a page by its URL and to an account by its address, because people cannot read ids. */
function Subject({ entry: { subject, details } }: { entry: AuditEntry }) {
  const { show } = useAdminTab();
  const { path } = details;
  if (typeof path === 'string') return <LinkButton onClick={() => show('sites', path)}>/share/{path}</LinkButton>;
  if (subject.kind === 'account') {
    return <LinkButton onClick={() => show('accounts', subject.id)}>{subject.name ?? text.noName}</LinkButton>;
  }
  return subject.id;
}

function actOf({ action, details: { method, by, to } }: AuditEntry): string {
  if (method === 'recovery_code') return text.recoverySignIn;
  const [actor, state] = [caseActors.find((name) => name === by), caseStates.find((name) => name === to)];
  return action === 'changeCase' && actor && state ? text.inCase(stepText({ by: actor, state })) : text.actions[action];
}

function actorOf({ actor, details }: AuditEntry): string {
  if (actor !== null) return actor.email ?? actor.id;
  return text.withoutAccount[String(details['by'])] ?? text.commandLine;
}
