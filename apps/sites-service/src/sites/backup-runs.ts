import { randomUUID } from 'node:crypto';
import {
  type backupMessages,
  type BackupRun,
  type Caller,
  type RequestContext,
  type RequestOf,
  requireRole,
} from '@haru/contracts';
import { advisoryLocks, onlyRow } from '@haru/database';
import { Sampled } from '@haru/service-runtime';
import type { DataSource } from 'typeorm';
import { isoTime } from '../tables/columns.js';
import { publishAct } from './publish-site-events.js';

const SHOWN = 20;

const COLUMNS = `id, kind, backup, ${isoTime('requested_at')} AS requested_at, ${isoTime('started_at')} AS started_at,
  ${isoTime('finished_at')} AS finished_at, done_bytes::float8, total_bytes::float8, error`;

/** `npm start` takes the backups: it reads the requests in this table and writes its progress there. */
export async function listBackupRuns(dataSource: DataSource, caller: Caller): Promise<BackupRun[]> {
  requireRole(caller, 'admin');
  const sql = `SELECT ${COLUMNS} FROM backup_runs ORDER BY backup_runs.requested_at DESC LIMIT ${SHOWN}`;
  return dataSource.query<BackupRun[]>(sql);
}

export async function requestBackup(
  dataSource: DataSource,
  { kind, backup }: RequestOf<typeof backupMessages.requestBackup>,
  context: RequestContext,
): Promise<BackupRun> {
  requireRole(context.caller, 'admin');
  return dataSource.transaction(async (manager) => {
    // A second request waits, and then finds the first one.
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('backups', $1))`, [
      advisoryLocks.backupRequests,
    ]);
    const [waiting] = await manager.query<BackupRun[]>(
      `SELECT ${COLUMNS} FROM backup_runs WHERE kind = $1 AND backup IS NOT DISTINCT FROM $2 AND started_at IS NULL`,
      [kind, backup ?? null],
    );
    if (waiting) return waiting;
    const act = { action: 'requestBackup', subject: { kind: 'system', id: 'backup' }, details: { kind } } as const;
    await publishAct(manager, act, context);
    const sql = `INSERT INTO backup_runs (id, kind, backup, requested_at) VALUES ($1, $2, $3, now()) RETURNING ${COLUMNS}`;
    return onlyRow(await manager.query<BackupRun[]>(sql, [randomUUID(), kind, backup ?? null]));
  });
}

const age = Sampled.gauge(
  'haru_backup_age_seconds',
  'Time since the last complete backup began, or since the first request if none is complete; 0 without a request',
);
const damaged = Sampled.gauge('haru_backup_verification_failed', '1 when the last verification of a backup failed');

const AGE = `
  SELECT coalesce(extract(epoch FROM now() - coalesce(
    max(started_at) FILTER (WHERE kind = 'backup' AND finished_at IS NOT NULL AND error IS NULL),
    min(requested_at))), 0)::float8 AS value FROM backup_runs`;
const DAMAGED = `
  SELECT coalesce((SELECT error IS NOT NULL FROM backup_runs WHERE kind = 'verify' AND finished_at IS NOT NULL
    ORDER BY finished_at DESC LIMIT 1), false)::int AS value`;

export function measureBackups(dataSource: DataSource): void {
  const valueOf = (sql: string) => async () => onlyRow(await dataSource.query<{ value: number }[]>(sql)).value;
  age.from(valueOf(AGE));
  damaged.from(valueOf(DAMAGED));
}
