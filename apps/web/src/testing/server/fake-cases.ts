import {
  canDecide,
  caseAdminRoutes,
  caseDecisions,
  caseRoutes,
  limits,
  type CaseDetail,
  type CaseView,
} from '@haru/contracts';
import { ACCOUNT_ID } from './fake-accounts.js';
import { refusal, routeOfId, type FakeServer } from './fake-server.js';
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
  server.serve(caseRoutes.reportSite, ({ body: { description } }) =>
    description.length > limits.reportDescriptionMaxLength
      ? refusal(400, 'REPORT_DESCRIPTION_TOO_LONG')
      : { case_url: CASE_URL },
  );
  server.serve(caseRoutes.readCase, ({ body: { token } }) =>
    token === CASE_TOKEN ? { case: shown } : refusal(404, 'CASE_NOT_FOUND'),
  );
  server.serve(caseRoutes.listOwnCases, () => ({ cases: [shown], next: null }));
  const write = (state: 'reviewing' | 'objected', reason: string) => {
    shown.steps.push({ state, by: 'owner', reason, at: '2026-11-21T05:06:07.000Z' });
    shown.state = state;
    shown[state === 'reviewing' ? 'can_answer' : 'can_object'] = false;
    return { case: shown };
  };
  server.serve(caseRoutes.answerCase, ({ body: { text } }) => write('reviewing', text));
  server.serve(caseRoutes.objectToCase, ({ body: { reason } }) => write('objected', reason));
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

/** Serves the admins' queue over these cases, which change with each decision. */
export function serveAdminCases(server: FakeServer, cases: CaseDetail[]): void {
  server.serve(caseAdminRoutes.listCases, ({ query }) => {
    const isWaiting = ({ state }: CaseDetail) => ['received', 'reviewing', 'objected'].includes(state);
    const listed = query.get('state') === 'waiting' ? cases.filter(isWaiting) : cases;
    return { cases: listed, next: null };
  });
  for (const detail of cases) {
    server.serve(routeOfId(caseAdminRoutes.getCase, detail.id), () => ({ case: detail }));
    server.serve(routeOfId(caseAdminRoutes.decideCase, detail.id), ({ body: { decision } }) => {
      if (!canDecide(decision, detail)) return refusal(409, 'CASE_STATE_CHANGED');
      detail.state = caseDecisions[decision].to;
      return { case: detail };
    });
  }
  const counts = { opened: 12, waiting: 3, stopped: 7, dismissed: 2, median_hours: 5.25, p95_hours: 30 };
  server.serve(caseAdminRoutes.countCases, () => ({
    kinds: [
      { kind: 'phishing' as const, ...counts },
      { kind: 'rights' as const, ...counts, median_hours: null, p95_hours: null },
    ],
    objections: { all: 3, upheld: 2, restored: 1 },
    rules: [{ rule: 'credential.password', cases: 8, false_alarms: 1 }],
  }));
}
