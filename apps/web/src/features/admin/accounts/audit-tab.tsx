import { type AuditEntry, type AuditSubject, caseActors, caseStates } from '@haru/contracts';
import { useState } from 'react';
import { useListAuditInfiniteQuery } from '../../../api/admin.js';
import { LinkButton } from '../../../components/buttons/button.js';
import { SelectInput } from '../../../components/inputs/select-input.js';
import { Row, RowCode, RowDetails, RowName } from '../../../components/list/row-list.js';
import { adminTexts } from '../../../texts/admin.js';
import { formatDay } from '../../../texts/day-format.js';
import { formatDateTime } from '../../../texts/formats.js';
import { stepText } from '../../cases/case-state.js';
import { useAdminAccount, PagedList } from '../paged-list.js';
import { useAdminTab } from '../admin-tab.js';
import styles from '../admin.module.css';

const text = adminTexts.audit;
const subjects = { all: text.all, ...text.subjects };

export function AuditTab() {
  const [subject, setSubject] = useState<AuditSubject | 'all'>('all');
  const query = useListAuditInfiniteQuery({ account: useAdminAccount(), subject });
  return (
    <>
      <div className={styles['toolbar']}>
        <SelectInput
          chosen={subject}
          className={styles['choice']}
          label={text.filter}
          onChoose={setSubject}
          options={subjects}
        />
      </div>
      <PagedList itemsOf={({ entries }) => entries} keyOf={({ id }) => id} label={text.label} query={query}>
        {(entry, previous) => (
          <>
            {(!previous || dayOf(entry) !== dayOf(previous)) && <li className={styles['day']}>{dayOf(entry)}</li>}
            <EntryFacts entry={entry} />
          </>
        )}
      </PagedList>
    </>
  );
}

const dayOf = ({ at }: AuditEntry): string => formatDay(new Date(at));

function EntryFacts({ entry }: { entry: AuditEntry }) {
  return (
    <Row>
      <RowName>{actOf(entry)}</RowName>
      <RowDetails>
        <time dateTime={entry.at}>{formatDateTime(new Date(entry.at))}</time>
        <span>{actorOf(entry)}</span>
        <span>{text.subjects[entry.subject.kind]}</span>
        <Subject entry={entry} />
      </RowDetails>
      {entry.reason !== null && (
        <p className={styles['written']}>
          {text.reason}
          {entry.reason}
        </p>
      )}
    </Row>
  );
}

/** Shows a page by its URL and an account as a link, because people cannot read ids. */
function Subject({ entry: { subject, details } }: { entry: AuditEntry }) {
  const { show } = useAdminTab();
  const { path } = details;
  if (typeof path === 'string') return <LinkButton onClick={() => show('sites', path)}>/share/{path}</LinkButton>;
  if (subject.kind === 'account') {
    return <LinkButton onClick={() => show('accounts', subject.id)}>{text.showAccount}</LinkButton>;
  }
  return <RowCode>{subject.id}</RowCode>;
}

function actOf({ action, details: { method, by, to } }: AuditEntry): string {
  if (method === 'recovery_code') return text.recoverySignIn;
  const [actor, state] = [caseActors.find((name) => name === by), caseStates.find((name) => name === to)];
  return action === 'changeCase' && actor && state ? stepText({ by: actor, state }) : text.actions[action];
}

function actorOf({ actor, details }: AuditEntry): string {
  if (actor !== null) return actor.email ?? actor.id;
  return text.withoutAccount[String(details['by'])] ?? text.commandLine;
}
