import { limits, textLength } from '@haru/contracts';
import { useId } from 'react';
import { type CaseRef, type CaseText, useWriteInCaseMutation } from '../../api/cases/cases.js';
import { TextArea } from '../../components/inputs/text-area.js';
import { useNotices } from '../../components/notices/notices.js';
import { Form } from '../../forms/form.js';
import { useForm } from '../../forms/use-form.js';
import { casePageTexts } from '../../texts/cases/case-page.js';
import { reportPageTexts } from '../../texts/cases/report-page.js';
import styles from './case-view.module.css';

interface CaseWritingProps {
  of: CaseRef;
  kind: CaseText['kind'];
}

/** Sends the owner's answer to an inquiry, or the one objection. */
export function CaseWriting({ of, kind }: CaseWritingProps) {
  const text = casePageTexts[kind];
  const max = limits.caseTextMaxLength;
  const [write] = useWriteInCaseMutation();
  const { showToast } = useNotices();
  const titleId = useId();
  const form = useForm({
    initial: { text: '' },
    check: (values) => ({
      text:
        values.text.trim() === ''
          ? casePageTexts.blank
          : textLength(values.text.trim()) > max
            ? reportPageTexts.faults.tooLong(max)
            : undefined,
    }),
    send: async (values) => {
      await write({ of, kind, text: values.text.trim() }).unwrap();
      showToast(text.done);
    },
    action: { failed: text.failed },
  });
  return (
    <section aria-labelledby={titleId} className={styles['writing']}>
      <h2 id={titleId}>{text.title}</h2>
      <Form form={form} submit={text.submit}>
        <TextArea
          count={{ now: textLength(form.values.text.trim()), max }}
          hint={text.hint}
          label={text.label}
          rows={5}
          {...form.fieldProps('text')}
        />
      </Form>
    </section>
  );
}
