import {
  canDecide,
  caseAnswerSchema,
  caseDecisionBodySchema,
  caseDecisions,
  caseDetailAnswerSchema,
  caseListAnswerSchema,
  caseNumbersAnswerSchema,
  limits,
  ownCasesAnswerSchema,
  reportSiteAnswerSchema,
  reportSiteBodySchema,
  type CaseDetail,
  type CaseSummary,
  type CaseView,
} from '@haru/contracts';
import { ACCOUNT_ID } from './fake-accounts.js';
import { json, refusal, type FakeServer } from './fake-server.js';
import { siteRow } from './fake-sites.js';

export const REPORT = 'POST /functions/v1/report-site';
export const READ_CASE = 'POST /functions/v1/read-case';
export const OWN_CASES = 'GET /functions/v1/own-cases';
export const ANSWER_CASE = 'POST /functions/v1/answer-case';
export const OBJECT = 'POST /functions/v1/object-to-case';

export const CASE_TOKEN = 'c2VjcmV0'.repeat(5) + 'Y2E';
export const CASE_URL = `https://haru.example/case#${CASE_TOKEN}`;
const CASE_ID = 'b8f8f3a0-91d5-4a6c-8f0e-6a57f1d8c101';

/** Makes one side's view of a page that was reported for phishing. */
export function caseView(change: Partial<CaseView> = {}): CaseView {
  const { path, title } = siteRow(1);
  return {
    id: CASE_ID,
    role: 'reporter',
    page: { path, title, state: 'live' },
    kind: 'phishing',
    state: 'received',
    concerns_sexual_images: false,
    is_stopped: null,
    steps: [{ state: 'received', by: 'reporter', reason: '銀行を装っています', at: '2026-11-20T05:06:07.000Z' }],
    answer_due_at: '2026-11-27T05:06:07.000Z',
    opened_at: '2026-11-20T05:06:07.000Z',
    owner_due_at: null,
    can_object: false,
    can_answer: false,
    ...change,
  };
}

/** Serves the calls of both sides about one case, which changes as a real server's would. */
export function serveCase(server: FakeServer, shown: CaseView): void {
  const answer = () => json(200, caseAnswerSchema.parse({ success: true, case: shown }));
  server.answer(REPORT, ({ body }) => {
    const { description } = reportSiteBodySchema.parse(body);
    return description.length > limits.reportDescriptionMaxLength
      ? refusal(400, 'REPORT_DESCRIPTION_TOO_LONG')
      : json(200, reportSiteAnswerSchema.parse({ success: true, case_url: CASE_URL }));
  });
  server.answer(READ_CASE, ({ body }) =>
    (body as { token: string }).token === CASE_TOKEN ? answer() : refusal(404, 'CASE_NOT_FOUND'),
  );
  server.answer(OWN_CASES, () => json(200, ownCasesAnswerSchema.parse({ success: true, cases: [shown], next: null })));
  const at = '2026-11-21T05:06:07.000Z';
  server.answer(ANSWER_CASE, ({ body }) => {
    shown.steps.push({ state: 'reviewing', by: 'owner', reason: (body as { text: string }).text, at });
    shown.state = 'reviewing';
    shown.can_answer = false;
    return answer();
  });
  server.answer(OBJECT, ({ body }) => {
    shown.steps.push({ state: 'objected', by: 'owner', reason: (body as { reason: string }).reason, at });
    shown.state = 'objected';
    shown.can_object = false;
    return answer();
  });
}

/** Makes the admins' view of one case in the queue. */
export function caseDetail(place: number, change: Partial<CaseDetail> = {}): CaseDetail {
  const { id, path, title } = siteRow(place);
  const at = '2026-11-20T05:06:07.000Z';
  return {
    id: `${CASE_ID.slice(0, -1)}${place}`,
    site_id: id,
    page: { path, title, state: 'live' },
    kind: 'phishing',
    concerns_sexual_images: false,
    reported_sexual_images: false,
    origin: 'report',
    state: 'received',
    report_count: 1,
    opened_at: at,
    due_at: '2026-11-27T05:06:07.000Z',
    is_overdue: false,
    is_stopped: null,
    reports: [
      {
        ...{ id, kind: 'phishing', description: '銀行を装っています', concerns_sexual_images: false },
        ...{ email: null, account_id: null, created_at: at },
      },
    ],
    steps: [{ state: 'received', by: 'reporter', reason: '銀行を装っています', at, actor_id: null }],
    findings: [{ rule: 'credential.password', line: 2, column: 3, excerpt: '<input type="password">' }],
    source: '<h1>銀行</h1>\n  <input type="password">',
    owner: {
      id: ACCOUNT_ID,
      other_pages: [{ id, path: 'page-9', title: '別のページ', state: 'live', created_at: at }],
    },
    stopped_by: null,
    concerns_caller: false,
    objected_at: null,
    ...change,
  };
}

function summaryOf(detail: CaseDetail): CaseSummary {
  const { id, site_id, page, kind, concerns_sexual_images, origin, state, opened_at, due_at, is_overdue } = detail;
  const { report_count, reported_sexual_images } = detail;
  return {
    ...{ id, site_id, page, kind, concerns_sexual_images, origin, state, report_count, opened_at, due_at },
    ...{ is_overdue, reported_sexual_images },
  };
}

/** Serves the admins' queue over these cases, which change with each decision. */
export function serveAdminCases(server: FakeServer, cases: CaseDetail[]): void {
  const success = true as const;
  server.answer('GET /admin/v1/cases', ({ query }) => {
    const isWaiting = ({ state }: CaseDetail) => ['received', 'reviewing', 'objected'].includes(state);
    const listed = query.get('state') === 'waiting' ? cases.filter(isWaiting) : cases;
    return json(200, caseListAnswerSchema.parse({ success, cases: listed.map(summaryOf), next: null }));
  });
  for (const detail of cases) {
    const answer = () => json(200, caseDetailAnswerSchema.parse({ success, case: detail }));
    server.answer(`GET /admin/v1/cases/${detail.id}`, answer);
    server.answer(`POST /admin/v1/cases/${detail.id}/decision`, ({ body }) => {
      const { decision } = caseDecisionBodySchema.parse(body);
      if (!canDecide(decision, detail)) return refusal(409, 'CASE_STATE_CHANGED');
      detail.state = caseDecisions[decision].to;
      return answer();
    });
  }
  server.answer('GET /admin/v1/case-numbers', () => json(200, caseNumbersAnswer()));
}

function caseNumbersAnswer() {
  const counts = { opened: 12, waiting: 3, stopped: 7, dismissed: 2, median_hours: 5.25, p95_hours: 30 };
  return caseNumbersAnswerSchema.parse({
    success: true,
    kinds: [
      { kind: 'phishing', ...counts },
      { kind: 'rights', ...counts, median_hours: null, p95_hours: null },
    ],
    objections: { all: 3, upheld: 2, restored: 1 },
    rules: [{ rule: 'credential.password', cases: 8, false_alarms: 1 }],
  });
}
