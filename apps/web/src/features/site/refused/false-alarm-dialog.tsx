import { limits } from '@haru/contracts';
import { useReportFalseAlarmMutation } from '../../../api/cases.js';
import { CheckChoice } from '../../../components/inputs/choices.js';
import { TextArea } from '../../../components/inputs/text-input.js';
import { OptionalEmailInput } from '../../../forms/fields.js';
import { FormDialog } from '../../../forms/form.js';
import { useForm } from '../../../forms/use-form.js';
import { feedbackTexts } from '../../../texts/feedback.js';
import { sha256Of } from '../../../http/sha256.js';
import { refusedTexts as text } from '../../../texts/sites/refused.js';

interface FalseAlarmDialogProps {
  page: string;
  description: string;
  onClose: () => void;
  onSent: () => void;
}

/** Staff can accept the page only if its author lets them read it. */
export function FalseAlarmDialog({ page, description, onClose, onSent }: FalseAlarmDialogProps) {
  const [report] = useReportFalseAlarmMutation();
  const form = useForm({
    initial: { description, email: '', sendsPage: true },
    send: async ({ sendsPage, email, ...rest }) => {
      await report({
        ...rest,
        email: email.trim() || null,
        content_hash: await sha256Of(new TextEncoder().encode(page)),
        html_content: sendsPage ? page : undefined,
      }).unwrap();
      onSent();
    },
    action: { failed: text.sendFailed },
  });
  return (
    <FormDialog confirm={feedbackTexts.submit} form={form} onClose={onClose} title={text.report}>
      <TextArea
        hint={text.descriptionHint}
        label={text.description}
        max={limits.reportDescriptionMaxLength}
        rows={6}
        {...form.fieldProps('description')}
      />
      <CheckChoice {...form.checkProps('sendsPage')} detail={text.sendsPageDetail} label={text.sendsPage} />
      <OptionalEmailInput hint={feedbackTexts.emailHint} label={feedbackTexts.email} {...form.fieldProps('email')} />
    </FormDialog>
  );
}
