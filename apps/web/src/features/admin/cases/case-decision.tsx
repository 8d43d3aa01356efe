import { canDecide, caseDecisionNames, limits, type CaseDecision, type CaseDetail } from '@haru/contracts';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useDecideCaseMutation } from '../../../api/admin-cases.js';
import { Button } from '../../../components/buttons/button.js';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.js';
import { TextArea } from '../../../components/inputs/text-input.js';
import { Refused } from '../../../components/notices/notice.js';
import { useNotices } from '../../../components/notices/notices.js';
import { useAction } from '../../../forms/action.js';
import { concernsImages, SexualImages } from '../../cases/sexual-images.js';
import { adminCaseTexts as text, decisionReason } from '../../../texts/cases/admin-cases.js';
import styles from './cases.module.css';
import { useQueueKeys } from './case-queue.js';

/** What a decision does to the page has a colour; the others only continue the case. */
const effects: Partial<Record<CaseDecision, 'stopping' | 'clearing'>> = {
  stop: 'stopping',
  uphold: 'stopping',
  dismiss: 'clearing',
  restore: 'clearing',
};

/** No further objection is possible: the owner has objected once. */
const finalDecision: CaseDecision = 'uphold';

/** Offers the decisions that the state of the case allows: a digit chooses, Enter decides. */
export function CaseDecisionForm({ shown, onDecided }: { shown: CaseDetail; onDecided: () => void }) {
  const offered = caseDecisionNames.filter((name) => canDecide(name, shown));
  const [chosen, setChosen] = useState<CaseDecision>();
  const [reason, setReason] = useState('');
  const [ofImages, setOfImages] = useState(shown.concerns_sexual_images);
  const [asked, setAsked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const [decide] = useDecideCaseMutation();
  const { showToast } = useNotices();

  const choose = (decision: CaseDecision) => {
    setChosen(decision);
    setReason(decisionReason(decision, shown.kind));
  };
  const decision = useAction(
    async () => {
      setAsked(false);
      if (chosen === undefined) return;
      const concerns = chosen === 'ask_owner' ? concernsImages(shown.kind, ofImages) : undefined;
      const made = { decision: chosen, reason: reason.trim(), concerns_sexual_images: concerns };
      await decide({ id: shown.id, ...made }).unwrap();
      showToast(text.decided(shown.page.title, text.done[chosen]));
      onDecided();
    },
    { failed: text.decisionFailed },
  );
  const submit = () => {
    if (chosen === undefined || reason.trim() === '' || decision.working) return;
    if (chosen === finalDecision) setAsked(true);
    else decision.run();
  };
  const digits = offered.map((name, place) => [String(place + 1), () => choose(name)] as const);
  const area = useQueueKeys({ ...Object.fromEntries(digits), enter: submit, e: () => field.current?.focus() });
  const onFieldKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
    if (event.key === 'Escape') area.current?.focus();
  };

  if (shown.concerns_caller) return <p className="note">{text.concernsCaller}</p>;
  if (offered.length === 0) return <p className="note">{text.none}</p>;
  return (
    <div aria-label={text.decision} className="stack-12" ref={area} role="group" tabIndex={-1}>
      <div className="wrap-8 fill-phone">
        {offered.map((name, place) => (
          <Button
            aria-keyshortcuts={String(place + 1)}
            aria-pressed={name === chosen}
            className={name === chosen ? undefined : styleOf(name)}
            disabled={decision.working}
            key={name}
            onClick={() => choose(name)}
          >
            {text.decisions[name]}
            <kbd aria-hidden="true" className={styles['key']}>
              {place + 1}
            </kbd>
          </Button>
        ))}
      </div>
      {chosen !== undefined && (
        <>
          <TextArea
            hint={text.reasonHint}
            label={text.reason}
            max={limits.moderationReasonMaxLength}
            maxLength={limits.moderationReasonMaxLength}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={onFieldKey}
            readOnly={decision.working}
            ref={field}
            rows={2}
            value={reason}
          />
          {chosen === 'ask_owner' && (
            <SexualImages
              {...text.images}
              checked={ofImages}
              disabled={decision.working}
              kind={shown.kind}
              onChange={(event) => setOfImages(event.target.checked)}
            />
          )}
          <Refused refusal={decision.refusal} />
          <Button
            className="start"
            disabled={reason.trim() === ''}
            loading={decision.working}
            onClick={submit}
            variant={chosen === 'stop' || chosen === finalDecision ? 'danger' : 'primary'}
          >
            {text.submit}
            <kbd aria-hidden="true" className={styles['key']}>
              Enter
            </kbd>
          </Button>
        </>
      )}
      {asked && (
        <ConfirmDialog
          confirm={text.decisions.uphold}
          danger
          onClose={() => setAsked(false)}
          onConfirm={decision.run}
          title={text.finalTitle}
        >
          <p>{text.finalText}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function styleOf(name: CaseDecision): string | undefined {
  const effect = effects[name];
  return effect && styles[effect];
}
