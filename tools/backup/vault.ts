import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Backups are stored as objects. Writing one is atomic. */
export interface BackupStore {
  put(name: string, bytes: Buffer): Promise<void>;
  /** @returns undefined when there is no such object */
  get(name: string): Promise<Buffer | undefined>;
  /** Lists the objects in a folder and in those below it. @param folder ends with a slash; '' lists all */
  list(folder: string): Promise<string[]>;
  remove(names: readonly string[]): Promise<void>;
}

/** A part of a backup is missing or was changed, or the key is another one. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** S3 receives each part within a few seconds. */
const PART_BYTES = 4 * 1024 * 1024;
const IV_BYTES = 12;
const TAG_BYTES = 16;

const derive = (key: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', purpose, bytes));

/** Encrypts each object with AES-256-GCM. The object's name is authenticated too, so objects cannot be exchanged. */
export class Vault {
  /** It names the key and does not disclose it. */
  readonly keyId: string;
  private readonly key: Buffer;

  /** @param key any text that nobody can guess */
  constructor(
    readonly store: BackupStore,
    key: string,
  ) {
    this.key = derive(key, 'haru backup', 32);
    this.keyId = derive(key, 'haru backup key id', 4).toString('hex');
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(name));
    await this.store.put(name, Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]));
  }

  /** @throws BackupError when the object is missing or was changed */
  async get(name: string): Promise<Buffer> {
    const sealed = await this.store.get(name);
    if (!sealed) throw new BackupError(`The backup is damaged: ${name} is missing.`);
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.key, sealed.subarray(0, IV_BYTES));
      decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
    } catch (error) {
      throw new BackupError(`The backup is damaged: ${name} was changed.`, { cause: error });
    }
  }

  /** Writes a stream as parts. @returns their number, with which it is read again */
  async putStream(name: string, stream: Readable): Promise<number> {
    let parts = 0;
    let waiting: Buffer[] = [];
    let length = 0;
    const flush = async (): Promise<void> => {
      await this.put(partName(name, parts), Buffer.concat(waiting));
      parts += 1;
      waiting = [];
      length = 0;
    };
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      waiting.push(chunk);
      length += chunk.length;
      if (length >= PART_BYTES) await flush();
    }
    await flush();
    return parts;
  }

  async *getStream(name: string, parts: number): AsyncGenerator<Buffer> {
    for (let part = 0; part < parts; part++) yield await this.get(partName(name, part));
  }
}

const partName = (name: string, part: number): string => `${name}.${String(part).padStart(6, '0')}`;
