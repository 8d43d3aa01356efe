import { textLength, type CaseStep, type CaseView } from '@haru/contracts';
import type { Tone } from '../../components/badge.js';
import { casePageTexts as text } from '../../texts/cases/case-page.js';
import { reportPageTexts } from '../../texts/cases/report-page.js';

type Outcome = Pick<CaseView, 'state' | 'is_stopped'>;
type Step = Pick<CaseStep, 'state' | 'by'>;

export function caseMeaning({ role, state, is_stopped: isStopped, can_object: canObject }: CaseView): string {
  const meanings = text.meanings[role];
  if (state === 'decided') return isStopped ? meanings.decidedStopped : meanings.decidedRestored;
  if (state === 'stopped' && role === 'owner' && !canObject) return text.stoppedWithObjectionMade;
  return meanings[state];
}

const tones: Partial<Record<CaseView['state'], Tone>> = {
  stopped: 'bad',
  dismissed: 'good',
  inquiry: 'soon',
  objected: 'soon',
};

export function caseTone({ state, is_stopped: isStopped }: Outcome): Tone | undefined {
  if (state === 'decided') return isStopped ? 'bad' : 'good';
  return tones[state];
}

/** A decided case is named by its outcome. */
export function caseBadge({ state, is_stopped: isStopped }: Outcome): string {
  if (state !== 'decided') return text.states[state];
  return isStopped ? text.states.stopped : text.restored;
}

/** Returns what happened in a step. A further report and an owner's answer are steps, too. */
export function stepText({ state, by }: Step): string {
  if (by === 'reporter') return text.steps.received;
  if (by === 'owner') return state === 'objected' ? text.steps.objected : text.steps.answered;
  return text.steps[state];
}

export function caseTextFault(written: string, max: number): string | undefined {
  const { blank, tooLong } = reportPageTexts.faults;
  const length = textLength(written.trim());
  if (length === 0) return blank;
  return length > max ? tooLong(max) : undefined;
}
