import type { CaseSummary, PageFinding } from '@haru/contracts';
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { Badge } from '../../../components/badge.js';
import { LinkButton } from '../../../components/buttons/button.js';
import { adminCaseTexts as text } from '../../../texts/cases/admin-cases.js';
import { formatDateTime } from '../../../texts/formats.js';
import { AdminRow } from '../admin-list.js';

export function CaseRow({ shown, isOpen, onOpen }: { shown: CaseSummary; isOpen: boolean; onOpen: () => void }) {
  return (
    <AdminRow
      badges={
        <>
          <Badge tone={shown.state === 'stopped' ? 'bad' : undefined}>{text.states[shown.state]}</Badge>
          {shown.is_overdue && <Badge tone="bad">{text.overdue}</Badge>}
        </>
      }
      code={`/share/${shown.page.path}`}
      details={[
        text.kinds[shown.kind],
        shown.concerns_sexual_images && text.sexualImages,
        shown.reported_sexual_images && text.reportedSexualImages,
        shown.origin === 'report' ? text.reports(shown.report_count) : text.origins[shown.origin],
        shown.due_at !== null && text.due(formatDateTime(new Date(shown.due_at))),
      ]}
      title={
        <LinkButton aria-current={isOpen || undefined} className="press-area" onClick={onOpen}>
          {shown.page.title}
        </LinkButton>
      }
    />
  );
}

type Keys = Readonly<Record<string, (() => unknown) | undefined>>;

/**
 * The keys work while the focus is in the element with `data-queue`. They do nothing while something is typed or chosen,
 * and Enter on a button or a link belongs to it.
 */
export function useQueueKeys(keys: Keys): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return;
    if (target.closest('input, textarea, select, dialog')) return;
    if (key === 'Enter' && target.closest('button, a, summary')) return;
    const act = keys[key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const queue = element.current?.closest<HTMLElement>('[data-queue]');
    const onKey = (event: KeyboardEvent) => press(event);
    queue?.addEventListener('keydown', onKey);
    return () => queue?.removeEventListener('keydown', onKey);
  }, []);
  return element;
}

/** So many characters around a place are shown; a page may have one line of a mebibyte. */
const AROUND = 120;

/** An excerpt that is in no line, as when a script writes it, is shown alone. Excerpts have single spaces. */
export function placeIn(lines: readonly string[], { line, column, excerpt }: PageFinding) {
  const text = lines[line - 1] ?? '';
  const [start, end] = [column - 1, column - 1 + excerpt.length];
  const marked = text.slice(start, end);
  const plain = marked.replaceAll(/\s+/g, ' ').trim();
  if (plain === '' || !excerpt.startsWith(plain)) return { before: '', marked: excerpt, after: '' };
  return { before: text.slice(Math.max(0, start - AROUND), start), marked, after: text.slice(end, end + AROUND) };
}
