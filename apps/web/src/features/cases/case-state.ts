import type { CaseStep, CaseView } from '@haru/contracts';
import type { Tone } from '../../components/badge.js';
import { casePageTexts as text } from '../../texts/cases/case-page.js';

type Outcome = Pick<CaseView, 'state' | 'is_stopped'>;
type Step = Pick<CaseStep, 'state' | 'by'>;

export function caseMeaning({ role, state, is_stopped: isStopped, can_object: canObject }: CaseView): string {
  const meanings = text.meanings[role];
  if (state === 'decided') return isStopped ? meanings.decidedStopped : meanings.decidedRestored;
  if (state === 'stopped' && role === 'owner' && !canObject) return text.stoppedWithObjectionMade;
  return meanings[state];
}

export function caseTone({ state, is_stopped: isStopped }: Outcome): Tone | undefined {
  switch (state) {
    case 'stopped':
      return 'bad';
    case 'decided':
      return isStopped ? 'bad' : 'good';
    case 'dismissed':
      return 'good';
    case 'inquiry':
    case 'objected':
      return 'soon';
    case 'received':
    case 'reviewing':
      return undefined;
  }
}

/** Returns what happened in a step. A further report and an owner's answer are steps, too. */
export function stepText({ state, by }: Step): string {
  if (by === 'reporter') return text.steps.received;
  if (by === 'owner') return state === 'objected' ? text.steps.objected : text.steps.answered;
  return text.steps[state];
}
