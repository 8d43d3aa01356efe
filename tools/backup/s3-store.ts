import { S3Bucket } from '../../apps/sites-service/src/storage/html-storage/s3-bucket.js';
import type { BackupStore } from './vault.js';

/** Our objects are smaller. This bounds the memory for one that another program wrote. */
const MAX_BYTES = 64 * 1024 * 1024;

export class S3Store implements BackupStore {
  private constructor(
    private readonly bucket: S3Bucket,
    private readonly prefix: string,
  ) {}

  static async open(url: URL): Promise<S3Store> {
    const [name = '', ...folders] = url.pathname.split('/').filter(Boolean);
    const bucket = new S3Bucket({
      endpoint: url.origin,
      region: url.searchParams.get('region') ?? 'us-east-1',
      bucket: name,
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    });
    await bucket.prepare();
    return new S3Store(bucket, folders.map((folder) => `${folder}/`).join(''));
  }

  put(name: string, bytes: Buffer): Promise<void> {
    return this.bucket.put(this.prefix + name, bytes);
  }

  get(name: string): Promise<Buffer | undefined> {
    return this.bucket.get(this.prefix + name, MAX_BYTES);
  }

  async list(folder: string): Promise<string[]> {
    const names: string[] = [];
    for await (const keys of this.bucket.keys(this.prefix + folder)) names.push(...keys);
    return names.map((name) => name.slice(this.prefix.length));
  }

  async remove(names: readonly string[]): Promise<void> {
    await this.bucket.delete(names.map((name) => this.prefix + name));
  }
}
