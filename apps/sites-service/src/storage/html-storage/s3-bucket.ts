import {
  CreateBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { assertOutsideTransaction, ConnectionCounts, connectionRules } from '@haru/service-runtime';
import { type ByteRange, type ObjectStore, type PutOptions, StorageRefusal } from './object-store.js';
import type { StorageSettings } from './storage-env.js';

type S3Options = Omit<Extract<StorageSettings, { kind: 's3' }>, 'kind'>;

/** S3 lists and deletes at most this many keys in one request. */
const PAGE = 1_000;
const MAX_CONNECTIONS = 50;

const connections = new ConnectionCounts('S3');

/** This is one bucket of any server that speaks S3. Every call ends within seconds. */
export class S3Bucket implements ObjectStore {
  private readonly client: S3Client;
  private readonly agent: HttpAgent;
  private readonly bucket: string;

  constructor({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Options) {
    this.bucket = bucket;
    const Agent = endpoint.startsWith('https:') ? HttpsAgent : HttpAgent;
    this.agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
    this.client = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      // The bucket is in the path, because in the host name it would need a DNS entry on each server.
      forcePathStyle: true,
      maxAttempts: connectionRules.s3.attempts,
      requestHandler: {
        connectionTimeout: connectionRules.s3.connectMs,
        requestTimeout: connectionRules.s3.requestMs,
        throwOnRequestTimeout: true,
        httpAgent: this.agent,
        httpsAgent: this.agent,
      },
      // Some servers do not know the checksums that the client adds by default.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    this.client.middlewareStack.add(
      (next) => (request) => {
        assertOutsideTransaction('S3');
        return next(request);
      },
      { step: 'initialize' },
    );
    // It is added behind the retries, so that each attempt counts.
    this.client.middlewareStack.add((next) => (request) => connections.during(() => this.answered(next(request))), {
      step: 'deserialize',
    });
  }

  async prepare(): Promise<void> {
    try {
      await this.client.send(new HeadBucketCommand({ Bucket: this.bucket }), this.timeout());
    } catch (error) {
      if (statusOf(error) !== 404) throw this.refusalOr(error, 'used');
      await this.client
        .send(new CreateBucketCommand({ Bucket: this.bucket }), this.timeout())
        .catch((failure: unknown) => {
          // Another process made the bucket.
          if (statusOf(failure) !== 409) throw this.refusalOr(failure, 'made');
        });
    }
  }

  async put(key: string, body: Buffer, { signal }: PutOptions = {}): Promise<void> {
    const object = { Bucket: this.bucket, Key: key, Body: body };
    await this.client.send(new PutObjectCommand(object), this.timeout(signal));
  }

  async get(key: string, maxBytes: number, signal?: AbortSignal): Promise<Buffer | undefined> {
    const object = { Bucket: this.bucket, Key: key };
    const answer = await unlessMissing(this.client.send(new GetObjectCommand(object), this.timeout(signal)));
    return answer?.Body && (await this.answered(readAtMost(answer.Body as Readable, maxBytes)));
  }

  /** The bound of the time ends when the stream begins. */
  async open(key: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable | undefined> {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), connectionRules.s3.totalMs).unref();
    const abortSignal = signal ? AbortSignal.any([abort.signal, signal]) : abort.signal;
    const object = { Bucket: this.bucket, Key: key, ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}) };
    try {
      const answer = await unlessMissing(this.client.send(new GetObjectCommand(object), { abortSignal }));
      return answer?.Body as Readable | undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  async has(key: string, signal?: AbortSignal): Promise<boolean> {
    const object = { Bucket: this.bucket, Key: key };
    const answer = await unlessMissing(this.client.send(new HeadObjectCommand(object), this.timeout(signal)));
    return answer !== undefined;
  }

  close(): void {
    this.client.destroy();
  }

  /** A permanent refusal is explained in terms of the configuration; other errors may be temporary. */
  private refusalOr(error: unknown, what: string): unknown {
    const status = statusOf(error);
    if (status === undefined || status >= 500) return error;
    return new StorageRefusal(
      `The bucket ${this.bucket} could not be ${what}: the S3 server answered ${status}. ` +
        'Check S3_BUCKET, S3_REGION and the keys, or make the bucket by hand and let them list, read, write and delete in it.',
      { cause: error },
    );
  }

  async delete(keys: readonly string[], signal?: AbortSignal): Promise<void> {
    for (let from = 0; from < keys.length; from += PAGE) {
      const objects = keys.slice(from, from + PAGE).map((key) => ({ Key: key }));
      const { Errors: errors = [] } = await this.client.send(
        new DeleteObjectsCommand({ Bucket: this.bucket, Delete: { Objects: objects, Quiet: true } }),
        this.timeout(signal),
      );
      if (errors[0]) throw new Error(`${errors.length} objects could not be deleted: ${errors[0].Code ?? 'no reason'}`);
    }
  }

  async *keys(prefix: string, start?: string, signal?: AbortSignal): AsyncGenerator<string[]> {
    for (let after = start; ;) {
      const answer = await this.client.send(
        new ListObjectsV2Command({ Bucket: this.bucket, Prefix: prefix, MaxKeys: PAGE, StartAfter: after }),
        this.timeout(signal),
      );
      const keys = (answer.Contents ?? []).flatMap(({ Key: key }) => key ?? []);
      if (keys.length > 0) yield keys;
      after = keys.at(-1);
      if (!answer.IsTruncated || after === undefined) return;
    }
  }

  /**
   * Closes the connections that wait for a request when one gets no answer: a lost host affects all of them, and each
   * would time out on another request.
   * @throws what `answer` throws
   */
  private async answered<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (statusOf(error) === undefined) {
        for (const sockets of Object.values(this.agent.freeSockets)) sockets?.forEach((socket) => socket.destroy());
      }
      throw error;
    }
  }

  private timeout(signal?: AbortSignal): { abortSignal: AbortSignal } {
    const own = AbortSignal.timeout(connectionRules.s3.totalMs);
    return { abortSignal: signal ? AbortSignal.any([own, signal]) : own };
  }
}

async function readAtMost(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

/** @returns undefined when the server says that there is no such object */
async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}
