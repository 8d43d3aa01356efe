import {
  accountOverviewAnswerSchema,
  type AccountOverview,
  accountPageAnswerSchema,
  type AdminRole,
  type AttackModeAnswer,
  attackModeAnswerSchema,
  backupRoutes,
  type BackupRun,
  functionErrorSchema,
  grantedPathAnswerSchema,
  moderatedSiteAnswerSchema,
  type SiteOverview,
} from '@haru/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';

/** A run begins within so many seconds, unless nothing takes backups. */
const MAX_WAITS = 60;

/** A refusal with a text for the operator. */
export class AdminApiError extends Error {
  override readonly name = 'AdminApiError';
}

/** The gateway's routes for people with a role, called with the service key; the audit log says "command line". */
export class AdminApi {
  constructor(
    private readonly origin: string,
    private readonly serviceRoleKey: string,
  ) {}

  /** The registered account with exactly this address. @throws AdminApiError when there is none */
  async accountOf(email: string): Promise<AccountOverview> {
    const wanted = email.trim().toLowerCase();
    let cursor: string | null = null;
    do {
      const query: string = new URLSearchParams({ search: wanted, ...(cursor === null ? {} : { cursor }) }).toString();
      const page: z.output<typeof accountPageAnswerSchema> = await this.call(
        'GET',
        `accounts?${query}`,
        accountPageAnswerSchema,
      );
      const found = page.accounts.find((account) => account.email === wanted);
      if (found) return found;
      cursor = page.next;
    } while (cursor !== null);
    throw new AdminApiError(`There is no account of ${wanted}.`);
  }

  async staff(): Promise<AccountOverview[]> {
    return (await this.call('GET', 'staff', accountPageAnswerSchema)).accounts;
  }

  setRole(accountId: string, role: AdminRole | null, reason: string): Promise<AccountOverview> {
    return this.change('PUT', `accounts/${accountId}/role`, { role, reason });
  }

  ban(accountId: string, reason: string): Promise<AccountOverview> {
    return this.change('POST', `accounts/${accountId}/ban`, { reason });
  }

  unban(accountId: string, reason: string): Promise<AccountOverview> {
    return this.change('POST', `accounts/${accountId}/unban`, { reason });
  }

  async grantPath(accountId: string, path: string, reason: string): Promise<void> {
    await this.call('POST', `accounts/${accountId}/paths`, grantedPathAnswerSchema, { path, reason });
  }

  /** @param what `stop` or `restore` */
  async moderate(what: 'stop' | 'restore', path: string, reason: string): Promise<SiteOverview> {
    const target = `sites/${encodeURIComponent(path)}/${what}`;
    return (await this.call('POST', target, moderatedSiteAnswerSchema, { reason })).site;
  }

  async setAttackMode(on: boolean, reason: string): Promise<AttackModeAnswer['attack_mode']> {
    return (await this.call('PUT', 'attack-mode', attackModeAnswerSchema, { on, reason })).attack_mode;
  }

  /** Requests a backup, or a verification, and waits until it is done. @throws AdminApiError when it failed or nothing runs it */
  async runBackup(
    request: z.input<typeof backupRoutes.requestBackup.body>,
    say: (line: string) => void,
  ): Promise<BackupRun> {
    let { run } = await this.call('POST', 'backups', backupRoutes.requestBackup.answer, request);
    for (let waits = 0; run.finished_at === null; waits++) {
      await delay(1_000);
      const { runs } = await this.call('GET', 'backups', backupRoutes.listBackupRuns.answer);
      run = runs.find(({ id }) => id === run.id) ?? run;
      // Runs follow one another. `npm start` looks for requests every two seconds.
      const isUnderWay = runs.some((one) => one.started_at !== null && one.finished_at === null);
      if (run.started_at !== null || isUnderWay) waits = 0;
      if (waits > MAX_WAITS)
        throw new AdminApiError('No backups are taken here: only npm start and the image with everything take them.');
      if (run.total_bytes > 0)
        say(`${Math.round(run.done_bytes / 1e6)} of about ${Math.round(run.total_bytes / 1e6)} MB`);
    }
    if (run.error !== null) throw new AdminApiError(run.error);
    return run;
  }

  private async change(method: string, path: string, body: object): Promise<AccountOverview> {
    return (await this.call(method, path, accountOverviewAnswerSchema, body)).account;
  }

  private async call<Schema extends z.ZodType>(
    method: string,
    path: string,
    schema: Schema,
    body?: object,
  ): Promise<z.output<Schema>> {
    const response = await fetch(`${this.origin}/admin/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${this.serviceRoleKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(15_000),
    });
    const answer: unknown = await response.json();
    if (response.ok) return schema.parse(answer);
    const refusal = functionErrorSchema.safeParse(answer);
    if (!refusal.success) throw new AdminApiError(`${method} ${path} was answered with ${response.status}.`);
    const { error, code, details = [] } = refusal.data;
    throw new AdminApiError(
      [`${code}: ${error}`, ...details.map(({ field, message }) => `${field}: ${message}`)].join('\n'),
    );
  }
}
