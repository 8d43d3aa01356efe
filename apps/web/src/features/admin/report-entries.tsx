import { limits, type ReportDetail, type ReportEntry } from '@haru/contracts';
import { useState } from 'react';
import { useWriteAboutReportMutation, type ReportText } from '../../api/admin-reports.js';
import { callFailureOf } from '../../http/call.js';
import { failureText } from '../../http/failure-text.js';
import { Button } from '../../components/buttons/button.js';
import { useKeepOpen } from '../../components/dialog/keep-open.js';
import { ErrorNotice } from '../../components/notices/notice.js';
import { TextArea } from '../../components/inputs/text-area.js';
import { adminTexts } from '../../texts/admin.js';
import { formatDateTime } from '../../texts/ja.js';
import styles from './admin.module.css';

const text = adminTexts.reports;

/** What was written about a report, and two ways to write more: for us, and to the reporter. */
export function ReportEntries({ report }: { report: ReportDetail }) {
  return (
    <>
      <h3 className={styles['subhead']}>{text.entries}</h3>
      {report.entries.length === 0 ? (
        <p className={styles['meta']}>{text.noEntries}</p>
      ) : (
        <ul className={styles['list']}>
          {report.entries.map((entry) => (
            <li className={styles['row']} key={entry.id}>
              <Entry entry={entry} />
            </li>
          ))}
        </ul>
      )}
      <Writing failed={text.saveFailed} id={report.id} kind="notes" label={text.note} submit={text.addNote} />
      {report.email !== null && (
        <Writing
          failed={text.answerFailed}
          id={report.id}
          kind="answers"
          label={text.answer}
          submit={text.sendAnswer}
        />
      )}
    </>
  );
}

function Entry({ entry }: { entry: ReportEntry }) {
  return (
    <div className={styles['main']}>
      <p className={styles['meta']}>
        <span>{text.kinds[entry.kind]}</span>
        <span>{formatDateTime(new Date(entry.created_at))}</span>
        {entry.kind === 'answer' && <span>{entry.mail === null ? text.mailing : text.mail[entry.mail]}</span>}
      </p>
      <p className={styles['written']}>{entry.text}</p>
    </div>
  );
}

interface WritingProps {
  id: string;
  kind: ReportText['kind'];
  label: string;
  submit: string;
  failed: string;
}

function Writing({ id, kind, label, submit, failed }: WritingProps) {
  const [written, setWritten] = useState('');
  const [write, { isLoading, error }] = useWriteAboutReportMutation();
  const failure = callFailureOf(error);
  useKeepOpen(written !== '');
  const send = async () => {
    const result = await write({ id, kind, text: written.trim() });
    if (!('error' in result)) setWritten('');
  };
  return (
    <div className={styles['dialog']}>
      <TextArea
        count={{ now: written.length, most: limits.reportEntryMaxLength }}
        label={label}
        maxLength={limits.reportEntryMaxLength}
        onChange={({ target }) => setWritten(target.value)}
        readOnly={isLoading}
        value={written}
      />
      {failure && <ErrorNotice title={failed}>{failureText(failure)}</ErrorNotice>}
      <div className={styles['actions']}>
        <Button disabled={written.trim() === ''} loading={isLoading} onClick={() => void send()} size="sm">
          {submit}
        </Button>
      </div>
    </div>
  );
}
