import { type AccountCaller, type RequestContext, ServiceError, type TreeFile } from '@haru/contracts';
import type { CheckedKind } from '@haru/page-check';
import { Injectable } from '@nestjs/common';
import { hash as hashOf } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DataSource } from 'typeorm';
import { accountOf } from '../sites/own-site.js';
import { askStorage } from '../sites/storage-timeout.js';
import { HtmlStorage } from '../storage/html-storage/html-storage.js';
import { type FileCheck, FileChecks } from './file-checks.js';
import { mediaTypeOf } from './media-type.js';

export interface StoredFile {
  hash: Buffer;
  bytes: number;
  state: 'pending' | 'stored' | 'removing';
  check: FileCheck | null;
  /** The file belongs to a library, and no page is charged for it. */
  isLibrary: boolean;
}

const COLUMNS = 'hash, bytes, state, check_result AS "check", is_library AS "isLibrary"';

// The row is written before the file, and keeps the job from removing the file for a day.
const CLAIM = `
  INSERT INTO files AS known (hash, bytes, touched_at, state) VALUES ($1, $2, now(), 'pending')
  ON CONFLICT (hash) DO UPDATE SET touched_at = now() WHERE known.state <> 'removing'
  RETURNING ${COLUMNS}`;

const MARK_STORED = `
  UPDATE files SET state = 'stored', touched_at = now(), check_result = coalesce($2::jsonb, check_result),
    is_library = is_library OR $3
  WHERE hash = $1 AND state <> 'removing' RETURNING hash`;

const MARK_SENT = 'INSERT INTO sent_files (account_id, file_hash) VALUES ($1, $2) ON CONFLICT DO NOTHING';

const SENT = `
  SELECT file_hash AS hash FROM sent_files JOIN files ON files.hash = file_hash
  WHERE account_id = $1 AND file_hash = ANY ($2::bytea[]) AND state = 'stored'`;

// The rows are sorted, so that two statements cannot deadlock.
const TOUCH = `
  WITH known AS (
    SELECT hash FROM files WHERE hash IN (${SENT}) ORDER BY hash FOR NO KEY UPDATE)
  UPDATE files SET touched_at = now() FROM known WHERE files.hash = known.hash RETURNING files.hash, bytes`;

/** Stores files of trees by the hash of their bytes. A file counts as stored only when its row says so. */
@Injectable()
export class FileStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly storage: HtmlStorage,
    private readonly checks: FileChecks,
  ) {}

  /**
   * Stores a file unless it is stored already, and checks it if `kind` is given. The caller counts as its sender.
   * @throws ServiceError SERVICE_BUSY when the same file is being removed at this moment
   */
  async put(hash: Buffer, bytes: Buffer, kind: CheckedKind | undefined, context: RequestContext): Promise<void> {
    await this.store(hash, bytes, async ({ check }) =>
      kind && !this.checks.isValid(check, kind) ? this.checks.check(bytes, kind, context) : null,
    );
    await this.dataSource.query(MARK_SENT, [accountOf(context.caller).accountId, hash]);
  }

  /**
   * Stores a file that the service makes. No account is recorded as its sender.
   * @param made the result of the check, if the file is a document
   * @throws ServiceError SERVICE_BUSY
   */
  async putMade(
    path: string,
    bytes: Buffer,
    { check = null, isLibrary = false }: { check?: FileCheck | null; isLibrary?: boolean } = {},
  ): Promise<TreeFile> {
    const hash = hashOf('sha256', bytes, 'buffer');
    await this.store(hash, bytes, () => Promise.resolve(check), isLibrary);
    return { path, hash: hash.toString('hex'), type: mediaTypeOf(path), bytes: bytes.length };
  }

  private async store(
    hash: Buffer,
    bytes: Buffer,
    checkOf: (known: StoredFile) => Promise<FileCheck | null>,
    isLibrary = false,
  ): Promise<void> {
    const [claimed] = await this.dataSource.query<StoredFile[]>(CLAIM, [hash, bytes.length]);
    if (!claimed) throw beingRemoved();
    const check = await checkOf(claimed);
    if (claimed.state === 'stored' && check === null && (claimed.isLibrary || !isLibrary)) return;
    if (claimed.state === 'pending') {
      await askStorage((signal) => this.storage.writeFile(hash.toString('hex'), bytes, signal));
    }
    const [stored] = await this.dataSource.query<[unknown[], number]>(MARK_STORED, [
      ...[hash, check && JSON.stringify(check), isLibrary],
    ]);
    if (stored.length === 0) throw beingRemoved();
  }

  /** Keeps the stored files of a sender for another day. @returns their sizes in bytes by their hashes in hex */
  async touch({ accountId }: AccountCaller, hashes: readonly Buffer[]): Promise<ReadonlyMap<string, number>> {
    const [rows] = await this.dataSource.query<[{ hash: Buffer; bytes: number }[], number]>(TOUCH, [accountId, hashes]);
    return new Map(rows.map(({ hash, bytes }) => [hash.toString('hex'), bytes]));
  }

  /** @returns the hashes in hex of the stored files that the account has sent */
  async sentBy(accountId: string, hashes: readonly Buffer[]): Promise<ReadonlySet<string>> {
    const rows = await this.dataSource.query<{ hash: Buffer }[]>(SENT, [accountId, hashes]);
    return new Set(rows.map(({ hash }) => hash.toString('hex')));
  }

  async find(hashes: readonly Buffer[]): Promise<ReadonlyMap<string, StoredFile>> {
    const rows = await this.dataSource.query<StoredFile[]>(
      `SELECT ${COLUMNS} FROM files WHERE hash = ANY ($1::bytea[]) AND state = 'stored'`,
      [hashes],
    );
    return new Map(rows.map((row) => [row.hash.toString('hex'), row]));
  }

  /** Returns the result of a stored file's check, and checks it again if the result is outdated. */
  async checkOf({ hash, check }: StoredFile, kind: CheckedKind, context: RequestContext): Promise<FileCheck> {
    if (this.checks.isValid(check, kind)) return check;
    const result = await this.checks.check(await this.read(hash), kind, context);
    await this.dataSource.query(MARK_STORED, [hash, JSON.stringify(result), false]);
    return result;
  }

  /** @throws ServiceError SERVICE_UNAVAILABLE, also when storage does not have the file at the moment */
  read(hash: Buffer): Promise<Buffer> {
    const name = hash.toString('hex');
    return askStorage(async (signal) => (await this.storage.readFile(name, signal)) ?? missing(name));
  }

  /** Opens a file as a stream. @param hash in hexadecimal digits @throws ServiceError SERVICE_UNAVAILABLE as `read` */
  open(hash: string): Promise<Readable> {
    return askStorage(async (signal) => (await this.storage.openFile(hash, undefined, signal)) ?? missing(hash));
  }
}

function missing(name: string): never {
  throw new Error(`a stored file is missing: ${name}`);
}

/** Returns each hash once. */
export function hashesOf(files: readonly Pick<TreeFile, 'hash'>[]): Buffer[] {
  return [...new Set(files.map(({ hash }) => hash))].map((hash) => Buffer.from(hash, 'hex'));
}

function beingRemoved(): ServiceError {
  return new ServiceError('SERVICE_BUSY', { retryAfterSeconds: 1 });
}
