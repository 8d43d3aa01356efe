import { useRef } from 'react';
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
import { useForm } from '../../forms/use-form.js';
import { CallError } from '../../http/app-config.js';
import { texts as common } from '../../texts/ja.js';
import { reportTypeTexts } from '../../texts/report-types.js';
import styles from './report-form.module.css';

type ReportKind = keyof typeof reportTypeTexts;

type ReportDraft = Record<'title' | 'description' | 'email', string> & { type: ReportKind };

const emptyReport: ReportDraft = { type: 'bug', title: '', description: '', email: '' };

/** The form's state. It belongs to the dialog, which stays open over what was written. */
export function useReportForm(onSuccess: () => void) {
  const [submit] = useSubmitBugReportMutation();
  const sent = useRef<{ report: ReportDraft; key: string }>(undefined);
  return useForm({
    initial: emptyReport,
    send: async (report) => {
      const fault = reportFault(report);
      if (fault) throw new CallError({ success: false, error: '', code: fault });
      // Another content is another report; a retry is the same.
      if (sent.current?.report !== report) sent.current = { report, key: randomKey() };
      await submit({ ...report, idempotencyKey: sent.current.key }).unwrap();
      onSuccess();
    },
    action: texts,
    fieldOf: () => undefined,
    refusalOf: (failure) => ({ title: '', text: refusalText(failure), code: failure.code }),
  });
}

interface ReportFormProps {
  form: ReturnType<typeof useReportForm>;
  onCancel: () => void;
}

/** What went wrong, or what somebody wants. */
export function ReportForm({ form, onCancel }: ReportFormProps) {
  const { title, description } = form.values;
  const isBlank = title.trim() === '' || description.trim() === '';
  const fault = form.refusal?.text ?? (hasEmptied(form.edited, form.values) ? common.errors.REPORT_BLANK : undefined);
  return (
    <form className={styles['form']} {...form.formProps}>
      <SelectInput label={texts.type} options={reportTypeTexts} {...form.selectProps('type')} />
      <TextInput label={texts.subject} required {...form.fieldProps('title')} />
      <TextArea
        count={{ now: textLength(description.trim()), most: limits.reportDescriptionMaxLength }}
        label={texts.description}
        placeholder={texts.descriptionPlaceholder}
        required
        rows={6}
        {...form.fieldProps('description')}
      />
      <TextInput
        autoComplete="email"
        hint={texts.emailHint}
        inputMode="email"
        label={texts.email}
        type="email"
        {...form.fieldProps('email')}
      />
      {fault !== undefined && <ErrorNotice>{fault}</ErrorNotice>}
      <div className={styles['actions']}>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button disabled={isBlank} loading={form.working} type="submit" variant="primary">
          {texts.submit}
        </Button>
      </div>
    </form>
  );
}

/** Told as soon as something was typed that does not count, or was taken out again; not on the way there. */
function hasEmptied(edited: ReadonlySet<keyof ReportDraft>, draft: ReportDraft): boolean {
  return (['title', 'description'] as const).some((name) => edited.has(name) && draft[name].trim() === '');
}

/** Without a better reason than that it failed, the form's own words. */
function refusalText(failure: CallFailure): string {
  const says = hasOwnText(failure) && failure.code !== 'NETWORK_ERROR';
  return says || failure.status === 429 ? failureText(failure) : texts.failed;
}
