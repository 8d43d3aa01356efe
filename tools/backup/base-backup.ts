import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import pg from 'pg';

/** A message of the protocol begins with its kind. https://www.postgresql.org/docs/18/protocol-replication.html */
const DATA = 'd'.charCodeAt(0);
const NEW_ARCHIVE = 'n'.charCodeAt(0);

class BaseBackupQuery extends pg.Query {
  archives = 0;

  constructor(private readonly receive: (data: Buffer) => void) {
    // The log in it is all that the server needs to become consistent.
    super(`BASE_BACKUP (LABEL 'haru', CHECKPOINT 'fast', WAL true, MANIFEST 'no')`);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk[0] === NEW_ARCHIVE) this.archives += 1;
    // The parser overwrites its buffer with the next message.
    if (chunk[0] === DATA) this.receive(Buffer.from(chunk.subarray(1)));
  }
}

/**
 * Streams a tar archive of a running cluster over the replication protocol, which needs no program of Postgres.
 * It holds every transaction that was committed before this call.
 * @param url of a role that may replicate
 */
export function baseBackup(url: string): Readable {
  const tar = new PassThrough({ highWaterMark: 1024 * 1024 });
  send(url, tar).then(
    () => tar.end(),
    (error: Error) => tar.destroy(error),
  );
  return tar;
}

async function send(url: string, tar: PassThrough): Promise<void> {
  const address = new URL(url);
  address.searchParams.set('replication', 'true');
  const client = new pg.Client({ connectionString: address.href });
  // The query fails with the same error.
  client.on('error', () => undefined);
  await client.connect();
  const { stream } = (client as unknown as { connection: { stream: Readable } }).connection;
  tar.on('drain', () => stream.resume());
  tar.on('close', () => stream.destroy());
  try {
    const query = new BaseBackupQuery((data) => {
      if (!tar.write(data)) stream.pause();
    });
    const ended = once(query, 'end');
    client.query(query);
    await ended;
    if (query.archives !== 1) throw new Error('The cluster has tablespaces, which a backup does not keep.');
  } finally {
    await client.end();
  }
}
