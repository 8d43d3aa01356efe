import {
  accountAdminRoutes,
  attackModeRoutes,
  auditRoutes,
  backupRoutes,
  numbersRoutes,
  reportAdminRoutes,
  siteAdminRoutes,
  type AccountOverview,
  type AdminRole,
  type AuditEntry,
  type BackupRun,
  type ReportDetail,
  type SiteOverview,
} from '@haru/contracts';
import { ACCOUNT_ID } from './fake-accounts.js';
import { serveAdminCases } from './fake-cases.js';
import { routeOfId, type FakeServer } from './fake-server.js';

const NOW = '2026-11-20T05:06:07.000Z';
export const REPORT_ID = '5d2b1d64-5c7f-4a39-9c57-5a2b1f8f0a10';
export const SITE_ID = '0b6a3a3e-0d52-4a0e-8f51-000000000001';

export function siteOverview(change: Partial<SiteOverview> = {}): SiteOverview {
  return {
    id: SITE_ID,
    user_id: ACCOUNT_ID,
    path: 'page-1',
    title: '怪しいページ',
    is_active: true,
    is_deleted: false,
    noindex: false,
    visibility: 'public',
    created_at: NOW,
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    stopped_at: null,
    stopped_reason: null,
    stopped_source: null,
    ...change,
  };
}

function accountOverview(change: Partial<AccountOverview> = {}): AccountOverview {
  return {
    id: ACCOUNT_ID,
    email: 'bad@example.jp',
    is_anonymous: false,
    created_at: NOW,
    role: null,
    ban: null,
    sites: { live: 2, stopped: 0, all: 3 },
    ...change,
  };
}

function reportDetail(change: Partial<ReportDetail> = {}): ReportDetail {
  return {
    id: REPORT_ID,
    type: 'bug',
    state: 'new',
    title: '表示が崩れる',
    created_at: NOW,
    answerable: true,
    description: '一行目\n二行目',
    email: 'reader@example.jp',
    account_id: null,
    page: '/?view=dashboard',
    user_agent: 'Browser/1',
    content_hash: null,
    refused_page: null,
    entries: [],
    ...change,
  };
}

/** Serves the admin API over one site, one account and one report, which change as a real server's would. */
export function serveAdmin(
  server: FakeServer,
  role: AdminRole,
  { audit = [], site = siteOverview() }: { audit?: AuditEntry[]; site?: SiteOverview } = {},
) {
  server.serve(siteAdminRoutes.ownRole, () => ({ role }));
  server.serve(siteAdminRoutes.searchSites, () => ({ sites: [site], next: null }));
  server.serve(routeOfId(siteAdminRoutes.stopSite, SITE_ID), ({ body: { reason } }) => {
    Object.assign(site, { is_active: false, stopped_at: NOW, stopped_reason: reason, stopped_source: 'admin' });
    return { site };
  });
  server.serve(routeOfId(siteAdminRoutes.restoreSite, SITE_ID), () => {
    Object.assign(site, { is_active: true, stopped_at: null, stopped_reason: null, stopped_source: null });
    return { site };
  });
  server.serve(auditRoutes.audit, () => ({ entries: audit, next: null }));
  server.serve(numbersRoutes.numbers, numbers);
  serveAccounts(server, accountOverview());
  serveAttackMode(server);
  serveBackups(server);
  serveReports(server, reportDetail());
  serveAdminCases(server, []);
}

function serveAccounts(server: FakeServer, account: AccountOverview): void {
  const { searchAccounts, banAccount, unbanAccount, setRole } = accountAdminRoutes;
  server.serve(searchAccounts, () => ({ accounts: [account], next: null }));
  server.serve(routeOfId(banAccount, ACCOUNT_ID), ({ body: { reason } }) => {
    account.ban = { reason, until: null };
    return { account };
  });
  server.serve(routeOfId(unbanAccount, ACCOUNT_ID), () => {
    account.ban = null;
    return { account };
  });
  server.serve(routeOfId(setRole, ACCOUNT_ID), ({ body: { role } }) => {
    account.role = role;
    return { account };
  });
}

function serveAttackMode(server: FakeServer): void {
  let since: string | null = null;
  const answer = () => ({ attack_mode: { on: since !== null, since } });
  server.serve(attackModeRoutes.getAttackMode, answer);
  server.serve(attackModeRoutes.setAttackMode, ({ body: { on } }) => {
    since = on ? NOW : null;
    return answer();
  });
}

function serveBackups(server: FakeServer): void {
  const runs: BackupRun[] = [];
  server.serve(backupRoutes.listBackupRuns, () => ({ runs }));
  server.serve(backupRoutes.requestBackup, ({ body: { kind } }) => {
    const times = { requested_at: NOW, started_at: NOW, finished_at: null };
    const run = { id: REPORT_ID, kind, backup: null, ...times, done_bytes: 1024, total_bytes: 2048, error: null };
    runs.push(run);
    return { run };
  });
}

function serveReports(server: FakeServer, report: ReportDetail): void {
  const { listReports, getReport, setReportState, addReportNote, answerReport } = reportAdminRoutes;
  server.serve(listReports, () => ({ reports: [report], next: null }));
  server.serve(routeOfId(getReport, REPORT_ID), () => ({ report }));
  server.serve(routeOfId(setReportState, REPORT_ID), ({ body }) => ({ report: Object.assign(report, body) }));
  const write = (kind: 'note' | 'answer', text: string) => {
    const id = `${REPORT_ID.slice(0, -1)}${report.entries.length}`;
    const entry = { id, kind, text, author_id: ACCOUNT_ID, created_at: NOW, mail: null };
    report.entries.push(entry);
    return { entry };
  };
  server.serve(routeOfId(addReportNote, REPORT_ID), ({ body }) => write('note', body.text));
  server.serve(routeOfId(answerReport, REPORT_ID), ({ body }) => write('answer', body.text));
}

function numbers() {
  const hours = Array.from({ length: 48 }, (_, hour) => ({
    hour: new Date(Date.parse('2026-11-20T00:00:00.000Z') + hour * 3_600_000).toISOString(),
    publishes: hour,
    sign_ups: 1,
    mails_sent: 2,
    mails_failed: 0,
    reports: 0,
    failures: 0,
  }));
  return { hours, totals: { live_sites: 1234, stopped_sites: 5, likes: 12 } };
}
