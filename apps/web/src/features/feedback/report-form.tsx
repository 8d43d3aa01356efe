import { useRef, useState, type FormEvent } from 'react';
import { limits, reportFault, textLength } from '@haru/contracts';
import { useSubmitBugReportMutation } from '../../api/feedback.js';
import type { CallFailure } from '../../http/call.js';
import { failureText, hasOwnText } from '../../http/failure-text.js';
import { randomKey } from '../../http/random-key.js';
import { Button } from '../../components/buttons/button.js';
import { SelectInput } from '../../components/inputs/select-input.js';
import { TextArea } from '../../components/inputs/text-area.js';
import { TextInput } from '../../components/inputs/text-input.js';
import { ErrorNotice } from '../../components/notices/notice.js';
import { feedbackTexts as texts } from '../../texts/feedback.js';
import { texts as common } from '../../texts/ja.js';
import { reportTypeTexts } from '../../texts/report-types.js';
import styles from './report-form.module.css';

export type ReportKind = keyof typeof reportTypeTexts;

export interface ReportDraft {
  type: ReportKind;
  title: string;
  description: string;
  email: string;
}

export const emptyReport: ReportDraft = { type: 'bug', title: '', description: '', email: '' };

export interface ReportFormProps {
  draft: ReportDraft;
  onChange: (draft: ReportDraft) => void;
  onSuccess: () => void;
  onCancel: () => void;
}

/** What went wrong, or what somebody wants. The draft belongs to whoever shows the form. */
export function ReportForm({ draft, onChange, onSuccess, onCancel }: ReportFormProps) {
  const [submit, { isLoading }] = useSubmitBugReportMutation();
  const [fault, setFault] = useState<string>();
  const idempotencyKey = useRef(randomKey());
  const isBlank = draft.title.trim() === '' || draft.description.trim() === '';
  // Told as soon as something was typed that does not count, or was taken out again; not on the way there.
  const emptied = useRef(new Set<string>());

  const change = (members: Partial<ReportDraft>) => {
    const next = { ...draft, ...members };
    for (const [name, value] of Object.entries(members)) {
      if (name === 'title' || name === 'description') {
        if (value.trim() === '') emptied.current.add(name);
        else emptied.current.delete(name);
      }
    }
    // Another content is another report.
    idempotencyKey.current = randomKey();
    setFault(emptied.current.size > 0 ? common.errors.REPORT_BLANK : undefined);
    onChange(next);
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const broken = reportFault(draft);
    setFault(broken && common.errors[broken]);
    if (broken) return;
    const { error } = await submit({ ...draft, idempotencyKey: idempotencyKey.current });
    if (error) setFault(refusalText(error as CallFailure));
    else onSuccess();
  };

  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
      <SelectInput
        chosen={draft.type}
        disabled={isLoading}
        label={texts.type}
        onChoose={(type) => change({ type })}
        options={reportTypeTexts}
      />
      <TextInput
        label={texts.subject}
        onChange={({ target }) => change({ title: target.value })}
        readOnly={isLoading}
        required
        value={draft.title}
      />
      <TextArea
        count={{ now: textLength(draft.description.trim()), most: limits.reportDescriptionMaxLength }}
        label={texts.description}
        onChange={({ target }) => change({ description: target.value })}
        placeholder={texts.descriptionPlaceholder}
        readOnly={isLoading}
        required
        rows={6}
        value={draft.description}
      />
      <TextInput
        autoComplete="email"
        hint={texts.emailHint}
        inputMode="email"
        label={texts.email}
        onChange={({ target }) => change({ email: target.value })}
        readOnly={isLoading}
        type="email"
        value={draft.email}
      />
      {fault !== undefined && <ErrorNotice>{fault}</ErrorNotice>}
      <div className={styles['actions']}>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button disabled={isBlank} loading={isLoading} type="submit" variant="primary">
          {texts.submit}
        </Button>
      </div>
    </form>
  );
}

/** Without a better reason than that it failed, the form's own words. */
function refusalText(failure: CallFailure): string {
  const says = hasOwnText(failure) && failure.code !== 'NETWORK_ERROR';
  return says || failure.status === 429 ? failureText(failure) : texts.failed;
}
