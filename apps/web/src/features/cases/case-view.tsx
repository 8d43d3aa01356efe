import { type CaseView as Case, limits } from '@haru/contracts';
import { type CaseRef, type CaseText, useWriteInCaseMutation } from '../../api/cases.js';
import { useShareUrl } from '../../api/sites/my-site.js';
import { Badge } from '../../components/badge.js';
import { Facts } from '../../components/list/facts.js';
import { casePageTexts as text } from '../../texts/cases/case-page.js';
import { formatDateTime } from '../../texts/formats.js';
import { caseBadge, caseMeaning, caseTextFault, caseTone, stepText } from './case-state.js';
import { useId } from 'react';
import { TextArea } from '../../components/inputs/text-input.js';
import { useNotices } from '../../components/notices/notices.js';
import { Form } from '../../forms/form.js';
import { useForm } from '../../forms/use-form.js';
import styles from './case-view.module.css';

export function CaseView({ shown, of }: { shown: Case; of: CaseRef }) {
  return (
    <>
      <div className="stack-8" role="status">
        <p>
          <Badge tone={caseTone(shown)}>{caseBadge(shown)}</Badge>
        </p>
        <p className={`strong text-lg ${styles['meaning']}`}>{caseMeaning(shown)}</p>
      </div>
      <CaseFacts shown={shown} />
      <CaseDueDates shown={shown} />
      {/* It says why the page was stopped: the owner reads that before they object. */}
      <CaseTimeline role={shown.role} steps={shown.steps} />
      {shown.can_answer && <CaseWriting kind="answer" of={of} />}
      {shown.can_object && <CaseWriting kind="objection" of={of} />}
    </>
  );
}

function CaseFacts({ shown: { page, kind, state, is_stopped: isStopped } }: { shown: Case }) {
  const url = useShareUrl()(page);
  // Before the decision it is text, not a link: the page may be harmful.
  const isCleared = state === 'dismissed' || (state === 'decided' && !isStopped);
  return (
    <Facts
      of={[
        [
          text.page,
          <>
            {page.title}
            <br />
            {url !== undefined && isCleared ? (
              <a className="soft-xs" href={url} rel="noopener noreferrer" target="_blank">
                {url}
              </a>
            ) : (
              <code className="soft-xs">{url ?? page.path}</code>
            )}
          </>,
        ],
        [text.kind, text.kinds[kind]],
      ]}
    />
  );
}

function CaseDueDates({ shown: { role, answer_due_at: answerDue, owner_due_at: ownerDue } }: { shown: Case }) {
  const dates = [
    { at: ownerDue, what: text.due.owner[role] },
    { at: answerDue, what: text.due.answer[role] },
  ].flatMap(({ at, what }) => (at === null ? [] : [{ at, what }]));
  if (dates.length === 0) return null;
  dates.sort((one, other) => one.at.localeCompare(other.at));
  return (
    <section className={role === 'owner' ? 'amber-box' : 'box'}>
      <h2 className={styles['subtitle']}>{text.due.title}</h2>
      {dates.map(({ at, what }) => (
        <p key={what}>
          <time className="strong" dateTime={at}>
            {formatDateTime(new Date(at))}
          </time>
          {what}
        </p>
      ))}
    </section>
  );
}

function CaseWriting({ of, kind }: { of: CaseRef; kind: CaseText['kind'] }) {
  const words = text[kind];
  const [write] = useWriteInCaseMutation();
  const { showToast } = useNotices();
  const titleId = useId();
  const form = useForm({
    initial: { text: '' },
    check: (values) => ({ text: caseTextFault(values.text, limits.caseTextMaxLength) }),
    send: async (values) => {
      await write({ of, kind, text: values.text.trim() }).unwrap();
      showToast(words.done);
    },
    action: { failed: words.failed },
  });
  return (
    <section aria-labelledby={titleId} className={`stack-12 ${styles['writing']}`}>
      <h2 className="subhead" id={titleId}>
        {words.title}
      </h2>
      <Form form={form} submit={words.submit}>
        <TextArea
          hint={words.hint}
          label={words.label}
          max={limits.caseTextMaxLength}
          rows={5}
          {...form.fieldProps('text')}
        />
      </Form>
    </section>
  );
}

export function CaseTimeline({ steps, role }: { steps: Case['steps']; role?: Case['role'] }) {
  const titleId = useId();
  return (
    <section className="stack-12">
      <h2 className="text-base" id={titleId}>
        {text.timeline}
      </h2>
      <ol aria-labelledby={titleId}>
        {steps.map(({ at, by, state, reason }) => (
          <li className={styles['step']} key={`${at} ${state} ${by}`}>
            <p className={`soft-xs wrap-12 ${styles['when']}`}>
              <time dateTime={at}>{formatDateTime(new Date(at))}</time>
              <span>{by === role ? text.you : text.parties[by]}</span>
            </p>
            <p className="strong">{stepText({ state, by })}</p>
            {reason !== null && <p className={`written ${styles['reason']}`}>{reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
