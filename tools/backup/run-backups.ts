import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { withClient } from './checks.js';
import { verifyBackup } from './restore-backup.js';
import { openStore } from './store.js';
import { removeOldBackups, takeBackup, type BackupSource, type Progress } from './take-backup.js';
import { Vault } from './vault.js';

export interface BackupSettings {
  /** A folder, or `https://key:secret@host/bucket/prefix`. */
  target: string;
  key: string;
  /** This many backups are kept. */
  keep: number;
  /** A backup is taken and verified this often; if it is undefined, only on request. */
  everyHours: number | undefined;
}

export interface RunnerOptions extends BackupSettings, BackupSource {
  /** Backups are restored here to verify them. */
  directory: string;
  say: (line: string) => void;
}

interface Run {
  id: string;
  kind: 'backup' | 'verify';
  backup: string | null;
}

const POLL_MS = 2_000;
const HEARTBEAT_MS = 2_000;
/** A run can take an hour. `docker stop -t 60` kills the system after a minute. */
const STOP_WITHIN_MS = 10_000;
/** After this process was killed, files are removed again within ten minutes. */
const HOLDS_UNTIL = "CASE kind WHEN 'backup' THEN now() + interval '10 minutes' END";

const CLAIM = `
  UPDATE backup_runs SET started_at = now(), holds_until = ${HOLDS_UNTIL}
  WHERE id = (SELECT id FROM backup_runs WHERE started_at IS NULL ORDER BY requested_at LIMIT 1)
  RETURNING id, kind, backup`;

const SCHEDULE = `
  INSERT INTO backup_runs (id, kind, requested_at) SELECT $1, 'backup', now()
  WHERE NOT EXISTS (
    SELECT FROM backup_runs WHERE kind = 'backup' AND requested_at > now() - make_interval(hours => $2))`;

/** A process keeps this lock while it performs a run; any key will do as long as every process uses the same. */
const LOCK = 'SELECT pg_try_advisory_lock(7204530) AS is_free';

/** These runs belong to a process that ended, or the database was not available when they ended. */
const END_INTERRUPTED = `
  UPDATE backup_runs SET finished_at = now(), holds_until = NULL, error = 'The system ended during the run.'
  WHERE started_at IS NOT NULL AND finished_at IS NULL`;

/** Takes and verifies the backups that the services request in the table `backup_runs`, one after the other. */
export class BackupRunner {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private lastFailure = '';

  constructor(private readonly options: RunnerOptions) {}

  start(): void {
    this.timer = setTimeout(() => {
      this.running = this.runNext().then(
        () => {
          this.lastFailure = '';
        },
        // The database may be unavailable for a moment.
        (error: Error) => this.reportOnce(error.message),
      );
      void this.running.then(() => this.timer && this.start());
    }, POLL_MS);
  }

  /** Waits a moment for a run in progress. The next start marks a longer one as ended. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await Promise.race([this.running, delay(STOP_WITHIN_MS)]);
  }

  /** Performs the oldest request, unless another process performs one. */
  runNext(): Promise<void> {
    const { everyHours } = this.options;
    return this.inDatabase(async (client) => {
      // Postgres frees the lock within minutes when the machine of its holder is lost.
      await client.query('SET tcp_keepalives_idle = 60');
      const [lock] = (await client.query<{ is_free: boolean }>(LOCK)).rows;
      if (!lock?.is_free) return;
      await client.query(END_INTERRUPTED);
      if (everyHours !== undefined) await client.query(SCHEDULE, [randomUUID(), everyHours]);
      const [run] = (await client.query<Run>(CLAIM)).rows;
      if (run) await this.performRun(run);
    });
  }

  private async performRun(run: Run): Promise<void> {
    const progress: Progress = { doneBytes: 0, totalBytes: 0 };
    const heartbeat = setInterval(
      () => void this.reportProgress(run, progress).catch((error: Error) => this.reportOnce(error.message)),
      HEARTBEAT_MS,
    );
    let error: string | null = null;
    let backup = run.backup;
    try {
      backup = await this.perform(run, progress);
    } catch (cause) {
      error = cause instanceof Error ? cause.message : String(cause);
      this.options.say(`The ${run.kind} failed: ${error}`);
    }
    clearInterval(heartbeat);
    await this.finish(run, progress, backup, error);
  }

  /** @returns the backup's name */
  private async perform({ kind, backup }: Run, progress: Progress): Promise<string> {
    const vault = await openVault(this.options);
    if (kind === 'verify') return (await verifyBackup(vault, backup ?? 'latest', this.options.directory)).name;
    try {
      return (await takeBackup(vault, this.options, (reported) => Object.assign(progress, reported))).name;
    } finally {
      // What a failed backup has written may fill the target.
      await removeOldBackups(vault, this.options.keep);
    }
  }

  private async reportProgress({ id }: Run, { doneBytes, totalBytes }: Progress): Promise<void> {
    const sql = `UPDATE backup_runs SET done_bytes = $2, total_bytes = $3, holds_until = ${HOLDS_UNTIL}
                 WHERE id = $1 AND finished_at IS NULL`;
    await this.inDatabase((client) => client.query(sql, [id, doneBytes, totalBytes]));
  }

  private finish({ id, kind }: Run, progress: Progress, backup: string | null, error: string | null): Promise<void> {
    return this.inDatabase(async (client) => {
      await client.query(
        `UPDATE backup_runs SET finished_at = now(), holds_until = NULL, backup = $2, error = $3, done_bytes = $4, total_bytes = $5
         WHERE id = $1`,
        [id, backup, error, progress.doneBytes, progress.totalBytes],
      );
      if (kind === 'verify' || error !== null || this.options.everyHours === undefined) return;
      await client.query(`INSERT INTO backup_runs (id, kind, backup, requested_at) VALUES ($1, 'verify', $2, now())`, [
        randomUUID(),
        backup,
      ]);
    });
  }

  private inDatabase<T>(use: (client: Client) => Promise<T>): Promise<T> {
    return withClient(this.options.databaseUrl, 'haru_sites', use);
  }

  private reportOnce(message: string): void {
    if (message !== this.lastFailure) this.options.say(`Backups: ${message}`);
    this.lastFailure = message;
  }
}

export async function openVault({ target, key }: Pick<BackupSettings, 'target' | 'key'>): Promise<Vault> {
  return new Vault(await openStore(target), key);
}
