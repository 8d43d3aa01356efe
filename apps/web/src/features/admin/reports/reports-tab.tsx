import type { ReportSummary } from '@haru/contracts';
import { useState } from 'react';
import { useGetNumbersQuery } from '../../../api/admin/admin.js';
import { useListReportsInfiniteQuery, type ReportSearch } from '../../../api/admin/admin-reports.js';
import { LinkButton } from '../../../components/buttons/link-button.js';
import { SelectInput } from '../../../components/inputs/select-input.js';
import { Row, RowDetails, RowName } from '../../../components/list/row-list.js';
import { adminTexts } from '../../../texts/admin.js';
import { formatCount, formatDateTime } from '../../../texts/formats.js';
import { useAdminAccount, PagedList } from '../paged-list.js';
import styles from '../admin.module.css';
import { Badge } from '../../../components/badge.js';
import { ReportDetailsDialog } from './report-details-dialog.js';
import { SearchField } from '../search-field.js';

const text = adminTexts.reports;
const states = { all: text.all, ...text.states };
const types = { all: text.all, ...text.types };

interface ReportsTabProps {
  text: string;
  onSearch: (text: string) => void;
  onAccount: (accountId: string) => void;
}

export function ReportsTab({ text: search, onSearch, onAccount }: ReportsTabProps) {
  const [state, setState] = useState<ReportSearch['state']>('all');
  const [type, setType] = useState<ReportSearch['type']>('all');
  const [openedId, setOpenedId] = useState<string>();
  const account = useAdminAccount();
  const query = useListReportsInfiniteQuery({ account, search, state, type });
  const { data: numbers } = useGetNumbersQuery({ account });
  return (
    <>
      <SearchField label={text.search} onSearch={onSearch} placeholder={text.placeholder} text={search}>
        <SelectInput
          className={styles['choice']}
          chosen={state}
          label={text.state}
          onChoose={setState}
          options={states}
        />
        <SelectInput className={styles['choice']} chosen={type} label={text.type} onChoose={setType} options={types} />
      </SearchField>
      {numbers && <p className="soft-sm">{text.likes(formatCount(numbers.totals.likes))}</p>}
      <PagedList itemsOf={({ reports }) => reports} keyOf={({ id }) => id} label={text.label} query={query}>
        {(report) => <ReportRow onOpen={() => setOpenedId(report.id)} report={report} />}
      </PagedList>
      {openedId !== undefined && (
        <ReportDetailsDialog id={openedId} onAccount={onAccount} onClose={() => setOpenedId(undefined)} />
      )}
    </>
  );
}

function ReportRow({ report, onOpen }: { report: ReportSummary; onOpen: () => void }) {
  return (
    <Row>
      <RowName>
        <LinkButton onClick={onOpen}>{report.title}</LinkButton>
        <Badge tone={report.state === 'new' ? 'soon' : undefined}>{text.states[report.state]}</Badge>
      </RowName>
      <RowDetails>
        <span>{text.types[report.type]}</span>
        <span>
          {text.sent} {formatDateTime(new Date(report.created_at))}
        </span>
        {!report.answerable && <span>{text.noAddress}</span>}
      </RowDetails>
    </Row>
  );
}
