import { useRef, useState } from 'react';
import { limits, reportFault, reportTypeLabels } from '@haru/contracts';
import { useSubmitBugReportMutation } from '../../api/feedback.js';
import { Button } from '../../components/buttons/button.js';
import { useTimeout } from '../../components/hooks.js';
import { SelectInput, TextArea, TextInput } from '../../components/inputs/text-input.js';
import { DoneNotice } from '../../components/notices/notice.js';
import { OptionalEmailInput } from '../../forms/fields.js';
import { FormDialog } from '../../forms/form.js';
import { useForm } from '../../forms/use-form.js';
import { callErrorWith, type CallFailure, failureText, hasOwnText } from '../../http/failure.js';
import { randomKey } from '../../http/random-id.js';
import { errors } from '../../texts/errors/errors.js';
import { feedbackTexts as texts } from '../../texts/feedback.js';
import { texts as appTexts } from '../../texts/ja.js';

type ReportDraft = Record<'title' | 'description' | 'email', string> & { type: keyof typeof reportTypeLabels };

const emptyReport: ReportDraft = { type: 'bug', title: '', description: '', email: '' };

const isBlank = (text: string): boolean => text.trim() === '';

export function ReportDialog({ onClose }: { onClose: () => void }) {
  const [sent, setSent] = useState(false);
  const form = useReportForm(() => setSent(true));
  const { title, description, email } = form.values;
  useTimeout(onClose, sent ? limits.noticeMs : undefined);
  return (
    <FormDialog
      confirm={sent ? undefined : texts.submit}
      form={form}
      onClose={onClose}
      staysOpen={![title, description, email].every(isBlank) && !sent}
      title={sent ? texts.thanks : texts.title}
    >
      {sent ? (
        <>
          <DoneNotice>{texts.thanksText}</DoneNotice>
          <Button onClick={onClose}>{appTexts.modal.close}</Button>
        </>
      ) : (
        <>
          <SelectInput label={texts.type} options={reportTypeLabels} {...form.selectProps('type')} />
          <TextInput label={texts.subject} required {...form.fieldProps('title')} />
          <TextArea
            label={texts.description}
            max={limits.reportDescriptionMaxLength}
            placeholder={texts.descriptionPlaceholder}
            required
            rows={6}
            {...form.fieldProps('description')}
          />
          <OptionalEmailInput hint={texts.emailHint} label={texts.email} {...form.fieldProps('email')} />
        </>
      )}
    </FormDialog>
  );
}

function useReportForm(onSent: () => void) {
  const [submit] = useSubmitBugReportMutation();
  const last = useRef<{ report: ReportDraft; key: string }>(undefined);
  return useForm({
    initial: emptyReport,
    check: ({ title, description }) => ({
      title: isBlank(title) ? errors.REPORT_BLANK : undefined,
      description: isBlank(description) ? errors.REPORT_BLANK : undefined,
    }),
    send: async (report) => {
      const fault = reportFault(report);
      if (fault) throw callErrorWith(fault);
      // Another content is another report; a retry sends the same.
      if (last.current?.report !== report) last.current = { report, key: randomKey() };
      await submit({ ...report, idempotencyKey: last.current.key }).unwrap();
      onSent();
    },
    refusalOf: (failure) => ({ text: refusalText(failure), code: failure.code }),
  });
}

/** Says only that it failed where the failure has no text of its own. */
function refusalText(failure: CallFailure): string {
  const says = hasOwnText(failure) && failure.code !== 'NETWORK_ERROR';
  return says || failure.status === 429 ? failureText(failure) : texts.failed;
}
