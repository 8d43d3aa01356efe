import { hash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type AppConfig,
  type CreateUploadAnswer,
  PageAddresses,
  type ProofChallenge,
  type SiteVersion,
  type SiteVersionsAnswer,
  type UploadAnswer,
  type SiteRow as StoredRow,
} from '@haru/contracts';
import { CommandError, exitCodes, Refusal } from './errors.js';
import type { KnownPage } from './files/project-file.js';
import type { PageFiles } from './files/read-files.js';
import type { PageText } from './files/read-page.js';
import { send, type Answer, type Call } from './http/send.js';
import { solveProof } from './http/solve-proof.js';

const columns = ['id', 'path', 'title', 'version', 'expires_at', 'visibility'] as const;
/** The address of a page is made of these. */
const addressColumns = ['access_key', 'had_own_origin'] as const;
const SELECTED = [...columns, ...addressColumns].join(',');

export type SiteRow = Pick<StoredRow, (typeof columns)[number]> & { url: string };
type SelectedRow = Pick<StoredRow, (typeof columns)[number] | (typeof addressColumns)[number]>;

export type Settings = Record<'title' | 'visibility' | 'password', string | undefined> & {
  noindex: boolean | undefined;
};

interface Published {
  site: { id: string; path: string; url: string; title: string; expires_at: string };
  edit_key?: string;
}

type Text = Pick<PageText, 'html' | 'format'>;

interface Updated {
  site: Published['site'] & { version: number; is_changed: boolean };
}

export interface Deleted {
  undo: { method: string; url: string; body: object };
}

interface CallOptions {
  query?: Record<string, string | undefined>;
  body?: string | Buffer;
  type?: string;
  headers?: Record<string, string>;
  key?: string | undefined;
  once?: boolean;
  /** A repeat changes nothing. */
  repeatable?: boolean;
}

/** A request is sent at most this many times if its answer is lost. */
const MAX_TRIES = 3;
const MAX_PROOFS = 2;
const BYTES = 'application/octet-stream';
/** The client asks this often whether an archive is unpacked, which takes some seconds. */
const POLL_MS = 500;

/** Calls the routes of the service that the commands use. */
export class Api {
  constructor(
    readonly host: string,
    private readonly key: string | undefined,
    private readonly onProof: () => void = () => undefined,
  ) {}

  get hasKey(): boolean {
    return this.key !== undefined;
  }

  publish(text: Text, path: string | undefined, settings: Settings): Promise<Published> {
    return this.sendText('POST', '/', text, settings, { query: { path } });
  }

  /** Changes only the settings that are given. @param base undefined replaces any version */
  update({ path, editKey }: KnownPage, text: Text, settings: Settings, base?: number): Promise<Updated> {
    const address = `/functions/v1/pages/${encodeURIComponent(path)}/source`;
    return this.sendText('PUT', address, text, settings, { headers: matching(base), key: editKey });
  }

  private sendText<Result>(
    method: Call['method'],
    path: string,
    { html, format }: Text,
    { password, noindex, ...settings }: Settings,
    { headers, query, key }: Pick<CallOptions, 'headers' | 'query' | 'key'>,
  ): Promise<Result> {
    const hidden = noindex === undefined ? undefined : String(noindex);
    const secret: Record<string, string> =
      password === undefined ? {} : { 'page-password': encodeURIComponent(password) };
    return this.call(method, path, {
      query: { ...query, ...settings, noindex: hidden, format },
      body: html,
      type: 'text/html',
      headers: { ...headers, ...secret },
      key,
      once: true,
    });
  }

  publishFiles(uploadId: string, path: string | undefined, settings: Settings): Promise<Published> {
    const body = JSON.stringify({ upload_id: uploadId, custom_path: path, ...settings });
    return this.call('POST', '/functions/v1/create-site', { body, once: true });
  }

  /** Changes only the settings that are given. @param base undefined replaces any version */
  updateFiles({ id }: KnownPage, uploadId: string, settings: Settings, base?: number): Promise<Updated> {
    const body = JSON.stringify({ id, upload_id: uploadId, ...settings });
    return this.call('POST', '/functions/v1/update-site', { body, headers: matching(base), once: true });
  }

  /** Sends the files that the account has not sent before. @returns the id of the upload */
  async upload(content: PageFiles, onFile: (left: number) => void): Promise<string> {
    const files = 'files' in content ? [...content.files] : [];
    const bySum = new Map(files.map(([path, bytes]) => [hash('sha256', bytes), { path, bytes }]));
    const declared = files.map(([path, bytes]) => ({ path, bytes: bytes.length, sha256: hash('sha256', bytes) }));
    const asked = 'files' in content ? { files: declared } : { archive: { bytes: content.archive.length } };
    const begun = await this.call<CreateUploadAnswer>('POST', '/functions/v1/create-upload', {
      body: JSON.stringify(asked),
    });
    const headers = { 'x-haru-ticket': begun.ticket };
    const uploads = `/functions/v1/uploads/${begun.upload_id}`;
    for (const [at, sum] of begun.missing.entries()) {
      onFile(begun.missing.length - at);
      const body = bySum.get(sum)?.bytes ?? Buffer.alloc(0);
      await this.call('PUT', `${uploads}/${sum}`, { body, type: BYTES, headers, repeatable: true });
    }
    if ('files' in content) return begun.upload_id;
    onFile(1);
    const { archive: body } = content;
    await this.call('PUT', '/functions/v1/archives', { body, type: BYTES, headers, repeatable: true });
    for (;;) {
      const { upload } = await this.call<UploadAnswer>('GET', uploads, { headers });
      const fault = upload.report?.error;
      if (fault) throw new CommandError(exitCodes.refused, fault.code, fault.error);
      if (upload.state === 'ready') return begun.upload_id;
      await pause(POLL_MS);
    }
  }

  remove(path: string): Promise<Deleted> {
    return this.call('DELETE', `/functions/v1/pages/${encodeURIComponent(path)}/source`);
  }

  async versions({ id, editKey }: Pick<KnownPage, 'id' | 'editKey'>): Promise<SiteVersion[]> {
    const all: SiteVersion[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const options = { query: { id, after }, key: editKey };
      const answer = await this.call<SiteVersionsAnswer>('GET', '/functions/v1/site-versions', options);
      all.push(...answer.versions);
      after = answer.next ?? null;
    }
    return all;
  }

  restore({ id, editKey }: Pick<KnownPage, 'id' | 'editKey'>, version: number): Promise<Updated> {
    const body = JSON.stringify({ id, version });
    return this.call('POST', '/functions/v1/restore-version', { body, key: editKey, once: true });
  }

  async sites(filter: Record<string, string> = {}): Promise<SiteRow[]> {
    const query = { select: SELECTED, order: 'created_at.desc', ...filter };
    return this.withAddresses(await this.call<SelectedRow[]>('GET', '/rest/v1/sites', { query }));
  }

  private async withAddresses(rows: SelectedRow[]): Promise<SiteRow[]> {
    const config = await this.call<AppConfig>('GET', '/config.json');
    const { origin: appOrigin, pagesOrigin = appOrigin, ownOriginPattern: pattern, ownOriginsFor } = config;
    const addresses = new PageAddresses({ appOrigin, pagesOrigin, pattern, ownOriginsFor });
    return rows.map(({ access_key: key, had_own_origin: hadOwn, ...row }) => ({
      ...row,
      url: addresses.urlOf(row.path, hadOwn, key, row.visibility),
    }));
  }

  /** Sends a message of the Model Context Protocol. */
  sendMessage(body: string, headers: Record<string, string>): Promise<Answer> {
    return send(new URL('/mcp', this.host), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        accept: 'application/json, text/event-stream',
        ...(this.key === undefined ? {} : { authorization: `Bearer ${this.key}` }),
        ...headers,
      },
      body,
    });
  }

  private async call<Body>(method: Call['method'], path: string, options: CallOptions = {}): Promise<Body> {
    const { query = {}, body, type = 'application/json', headers = {}, key = this.key, once = false } = options;
    const url = new URL(path, this.host);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
    const sent = {
      accept: 'application/json',
      'accept-language': /^ja/i.test(process.env['LC_ALL'] ?? process.env['LANG'] ?? '') ? 'ja' : 'en',
      'x-haru-source': 'cli',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }),
      ...(once ? { 'idempotency-key': randomUUID() } : {}),
      ...headers,
    };
    const isSafe = once || options.repeatable === true || method === 'GET';
    return read<Body>(await this.withProofs(url, { method, headers: sent, body }, isSafe ? MAX_TRIES : 1));
  }

  private async withProofs(url: URL, call: Call, tries: number): Promise<Answer> {
    let answer = await sendAgain(url, call, tries);
    for (let proofs = 0; proofs < MAX_PROOFS && answer.status === 429; proofs += 1) {
      const { code, challenge } = (json(answer) ?? {}) as { code?: string; challenge?: ProofChallenge };
      if (code !== 'PROOF_REQUIRED' || !challenge) break;
      this.onProof();
      const proof = await solveProof(challenge);
      if (proof === undefined) break;
      answer = await sendAgain(url, { ...call, headers: { ...call.headers, 'x-haru-proof': proof } }, tries);
    }
    return answer;
  }
}

const matching = (base: number | undefined) => ({ 'if-match': base === undefined ? '*' : `"v${base}"` });

async function sendAgain(url: URL, call: Call, tries: number): Promise<Answer> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      const answer = await send(url, call);
      if (left === 0 || ![502, 503, 504].includes(answer.status)) return answer;
    } catch (error) {
      if (left === 0) throw error;
    }
    await pause(500 * (tries - left));
  }
}

/** @throws Refusal, CommandError */
function read<Body>(answer: Answer): Body {
  const body = json(answer);
  if (answer.status >= 400) {
    const retryAfter = Number(answer.headers['retry-after']);
    throw new Refusal(answer.status, body ?? {}, Number.isFinite(retryAfter) ? retryAfter : undefined);
  }
  if (answer.status >= 300 || body === undefined) {
    throw new CommandError(exitCodes.failed, 'NOT_HARU', 'The address is not that of the service.');
  }
  return body as Body;
}

/** A proxy may answer without JSON. */
function json({ text }: Answer): Record<string, string | undefined> | undefined {
  try {
    return JSON.parse(text) as Record<string, string | undefined>;
  } catch {
    return undefined;
  }
}
