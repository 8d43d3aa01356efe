import {
  accountOverviewAnswerSchema,
  accountPageAnswerSchema,
  attackModeAnswerSchema,
  attackModeBodySchema,
  auditPageAnswerSchema,
  backupRoutes,
  moderatedSiteAnswerSchema,
  numbersAnswerSchema,
  ownRoleAnswerSchema,
  reportAnswerSchema,
  reportEntryAnswerSchema,
  reportPageAnswerSchema,
  sitePageAnswerSchema,
  type AccountOverview,
  type AdminRole,
  type AuditEntry,
  type BackupRun,
  type ReportDetail,
  type SiteOverview,
} from '@haru/contracts';
import { ACCOUNT_ID } from './fake-accounts.js';
import { serveAdminCases } from './fake-cases.js';
import { json, type FakeServer, type SeenRequest } from './fake-server.js';

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

const reasonOf = ({ body }: SeenRequest) => (body as { reason: string }).reason;

/** Serves the admin API over one site, one account and one report, which change as a real server's would. */
export function serveAdmin(
  server: FakeServer,
  role: AdminRole,
  { audit = [], site = siteOverview() }: { audit?: AuditEntry[]; site?: SiteOverview } = {},
) {
  const account = accountOverview();
  const report = reportDetail();
  const success = true as const;
  server.answer('GET /admin/v1/role', () => json(200, ownRoleAnswerSchema.parse({ success, role })));
  server.answer('GET /admin/v1/sites', () => json(200, sitePageAnswer([site])));
  for (const action of ['stop', 'restore'] as const) {
    server.answer(`POST /admin/v1/sites/${SITE_ID}/${action}`, (request) => {
      const stopped = action === 'stop';
      Object.assign(site, {
        is_active: !stopped,
        stopped_at: stopped ? NOW : null,
        stopped_reason: stopped ? reasonOf(request) : null,
        stopped_source: stopped ? 'admin' : null,
      });
      return json(200, moderatedSiteAnswerSchema.parse({ success, site }));
    });
  }
  server.answer('GET /admin/v1/accounts', () =>
    json(200, accountPageAnswerSchema.parse({ success, accounts: [account], next: null })),
  );
  for (const action of ['ban', 'unban'] as const) {
    server.answer(`POST /admin/v1/accounts/${ACCOUNT_ID}/${action}`, (request) => {
      account.ban = action === 'ban' ? { reason: reasonOf(request), until: null } : null;
      return json(200, accountOverviewAnswerSchema.parse({ success, account }));
    });
  }
  server.answer(`PUT /admin/v1/accounts/${ACCOUNT_ID}/role`, ({ body }) => {
    account.role = (body as { role: AdminRole | null }).role;
    return json(200, accountOverviewAnswerSchema.parse({ success, account }));
  });
  server.answer('GET /admin/v1/audit', () =>
    json(200, auditPageAnswerSchema.parse({ success, entries: audit, next: null })),
  );
  server.answer('GET /admin/v1/numbers', () => json(200, numbersAnswer()));
  serveAttackMode(server);
  serveBackups(server);
  serveReports(server, report);
  serveAdminCases(server, []);
}

function serveAttackMode(server: FakeServer): void {
  let since: string | null = null;
  const answer = () =>
    json(200, attackModeAnswerSchema.parse({ success: true, attack_mode: { on: since !== null, since } }));
  server.answer('GET /admin/v1/attack-mode', answer);
  server.answer('PUT /admin/v1/attack-mode', ({ body }) => {
    since = attackModeBodySchema.parse(body).on ? NOW : null;
    return answer();
  });
}

function serveBackups(server: FakeServer): void {
  const runs: BackupRun[] = [];
  server.answer('GET /admin/v1/backups', () =>
    json(200, backupRoutes.listBackupRuns.answer.parse({ success: true, runs })),
  );
  server.answer('POST /admin/v1/backups', ({ body }) => {
    const run = {
      id: REPORT_ID,
      kind: (body as BackupRun).kind,
      backup: null,
      requested_at: NOW,
      started_at: NOW,
      finished_at: null,
      done_bytes: 1024,
      total_bytes: 2048,
      error: null,
    };
    runs.push(run);
    return json(200, backupRoutes.requestBackup.answer.parse({ success: true, run }));
  });
}

function serveReports(server: FakeServer, report: ReportDetail): void {
  const success = true as const;
  server.answer('GET /admin/v1/reports', () =>
    json(200, reportPageAnswerSchema.parse({ success, reports: [report], next: null })),
  );
  server.answer(`GET /admin/v1/reports/${REPORT_ID}`, () => json(200, reportAnswerSchema.parse({ success, report })));
  server.answer(`PUT /admin/v1/reports/${REPORT_ID}/state`, ({ body }) => {
    Object.assign(report, body);
    return json(200, reportAnswerSchema.parse({ success, report }));
  });
  for (const [kind, path] of [
    ['note', 'notes'],
    ['answer', 'answers'],
  ] as const) {
    server.answer(`POST /admin/v1/reports/${REPORT_ID}/${path}`, ({ body }) => {
      const { text } = body as { text: string };
      const id = `${REPORT_ID.slice(0, -1)}${report.entries.length}`;
      const entry = { id, kind, text, author_id: ACCOUNT_ID, created_at: NOW, mail: null };
      report.entries.push(entry);
      return json(200, reportEntryAnswerSchema.parse({ success, entry }));
    });
  }
}

function sitePageAnswer(sites: SiteOverview[]) {
  return sitePageAnswerSchema.parse({ success: true, sites, next: null });
}

function numbersAnswer() {
  const hours = Array.from({ length: 48 }, (_, hour) => ({
    hour: new Date(Date.parse('2026-11-20T00:00:00.000Z') + hour * 3_600_000).toISOString(),
    publishes: hour,
    sign_ups: 1,
    mails_sent: 2,
    mails_failed: 0,
    reports: 0,
    failures: 0,
  }));
  const totals = { live_sites: 1234, stopped_sites: 5, likes: 12 };
  return numbersAnswerSchema.parse({ success: true, hours, totals });
}
