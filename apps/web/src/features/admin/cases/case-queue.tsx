import type { CaseSummary } from '@haru/contracts';
import { Badge } from '../../../components/badge.js';
import { Row, RowCode, RowDetails, RowName } from '../../../components/list/row-list.js';
import { adminCaseTexts as text } from '../../../texts/cases/admin-cases.js';
import { formatDateTime } from '../../../texts/formats.js';
import styles from '../admin.module.css';

interface CaseRowProps {
  shown: CaseSummary;
  isOpen: boolean;
  onOpen: () => void;
}

export function CaseRow({ shown, isOpen, onOpen }: CaseRowProps) {
  return (
    <Row>
      <RowName>
        <button aria-current={isOpen || undefined} className={styles['link']} onClick={onOpen} type="button">
          {shown.page.title}
        </button>
        <Badge tone={shown.state === 'stopped' ? 'bad' : undefined}>{text.states[shown.state]}</Badge>
        {shown.is_overdue && <Badge tone="bad">{text.overdue}</Badge>}
      </RowName>
      <RowCode>/share/{shown.page.path}</RowCode>
      <RowDetails>
        <span>{text.kinds[shown.kind]}</span>
        {shown.concerns_sexual_images && <span>{text.sexualImages}</span>}
        {shown.reported_sexual_images && <span>{text.reportedSexualImages}</span>}
        <span>{shown.origin === 'report' ? text.reports(shown.report_count) : text.origins[shown.origin]}</span>
        {shown.due_at !== null && <span>{text.due(formatDateTime(new Date(shown.due_at)))}</span>}
      </RowDetails>
    </Row>
  );
}
