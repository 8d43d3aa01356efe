import { randomUUID } from 'node:crypto';
import { type AccountCaller, HOUR_MS, limits, ServiceError, type TreeFile, type UnpackReport } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface Upload {
  id: string;
  accountId: string;
  files: readonly TreeFile[];
  archiveBytes: number | null;
  archiveHash: Buffer | null;
  report: UnpackReport | null;
  expiresAt: Date;
}

const COLUMNS = `id, account_id AS "accountId", files, archive_bytes AS "archiveBytes", archive_hash AS "archiveHash",
  report, expires_at AS "expiresAt"`;

/** One account may have this many uploads that have not expired. */
const MAX_UPLOADS = 500;

const INSERT = `
  INSERT INTO uploads (id, account_id, files, archive_bytes, created_at, expires_at)
  SELECT $1, $2, $3, $4, now(), $5 WHERE (SELECT count(*) FROM uploads WHERE account_id = $2) < ${MAX_UPLOADS}
  RETURNING id`;

/** After this time another process unpacks an archive whose process ended. */
const UNPACKING_MINUTES = 3;

// Accounts take turns, so that nobody waits for all archives of another one.
const CLAIM_ARCHIVE = `
  UPDATE uploads SET unpacking_at = now() WHERE id = (
    SELECT id FROM uploads WHERE archive_hash IS NOT NULL AND report IS NULL AND expires_at > now()
      AND (unpacking_at IS NULL OR unpacking_at < now() - make_interval(mins => ${UNPACKING_MINUTES}) OR id = ANY ($1))
    ORDER BY (SELECT max(unpacking_at) FROM uploads AS own WHERE own.account_id = uploads.account_id) NULLS FIRST,
      unpacking_at NULLS FIRST, created_at
    LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING ${COLUMNS}`;

const RETRY_SECONDS = 10;

const RETRY_ARCHIVE = `
  UPDATE uploads SET unpacking_at = now() - make_interval(mins => ${UNPACKING_MINUTES}, secs => -${RETRY_SECONDS})
  WHERE id = $1`;

export type ClaimedUpload = Upload & { archiveHash: Buffer };

/** Uploads exist for a day. */
@Injectable()
export class Uploads {
  constructor(private readonly dataSource: DataSource) {}

  async begin({ accountId }: AccountCaller, files: readonly TreeFile[], archiveBytes: number | undefined) {
    const id = randomUUID();
    const expiresAt = new Date(Date.now() + limits.uploadHours * HOUR_MS);
    const rows = await this.dataSource.query<unknown[]>(INSERT, [
      ...[id, accountId, JSON.stringify(files), archiveBytes ?? null, expiresAt],
    ]);
    if (rows.length === 0) throw new ServiceError('TOO_MANY_UPLOADS', { retryAfterSeconds: 3_600 });
    return { id, expiresAt };
  }

  /** @throws ServiceError UPLOAD_NOT_FOUND */
  async find(id: string): Promise<Upload> {
    const [upload] = await this.dataSource.query<Upload[]>(
      `SELECT ${COLUMNS} FROM uploads WHERE id = $1 AND expires_at > now()`,
      [id],
    );
    if (!upload) throw new ServiceError('UPLOAD_NOT_FOUND');
    return upload;
  }

  /** Each upload has one archive. @throws ServiceError ARCHIVE_ALREADY_SENT if it has another one */
  async setArchive(id: string, archiveHash: Buffer): Promise<void> {
    const [rows] = await this.dataSource.query<[unknown[], number]>(
      `UPDATE uploads SET archive_hash = $2 WHERE id = $1 AND coalesce(archive_hash, $2) = $2 RETURNING id`,
      [id, archiveHash],
    );
    if (rows.length === 0) throw new ServiceError('ARCHIVE_ALREADY_SENT');
  }

  /** @param paused ids of uploads that the caller has claimed and left */
  async claimArchive(paused: readonly string[]): Promise<ClaimedUpload | undefined> {
    const [[upload]] = await this.dataSource.query<[ClaimedUpload[], number]>(CLAIM_ARCHIVE, [paused]);
    return upload;
  }

  /** Lets an archive that was not unpacked to its end be claimed again within seconds. */
  async retryArchive({ id }: Pick<Upload, 'id'>): Promise<void> {
    await this.dataSource.query(RETRY_ARCHIVE, [id]);
  }

  async setReport({ id, archiveHash }: Upload, files: readonly TreeFile[], report: UnpackReport): Promise<void> {
    await this.dataSource.query('UPDATE uploads SET files = $3, report = $4 WHERE id = $1 AND archive_hash = $2', [
      ...[id, archiveHash, JSON.stringify(files), JSON.stringify(report)],
    ]);
  }
}
