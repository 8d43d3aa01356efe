import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SessionCaller } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Setting } from '../settings.js';

export const QUEUES_PATH = '/admin/queues';
const COOKIE = 'haru_queues';
const LIFETIME_SECONDS = 15 * 60;

const contentSchema = z.object({ accountId: z.uuid(), sessionId: z.uuid(), expiresAt: z.int() });
type QueueSession = z.infer<typeof contentSchema>;

/**
 * The cookie opens the queues' pages, which a browser requests without a token. It stands for a session and has the
 * rights that the session has at the moment; its key is derived from the service key, which every gateway has.
 */
@Injectable()
export class QueueSessions {
  private readonly key: Buffer;
  private readonly isSecure: boolean;

  constructor(@Setting('SERVICE_ROLE_KEY') serviceRoleKey: string, @Setting('PUBLIC_ORIGIN') origin: string) {
    this.key = createHmac('sha256', serviceRoleKey).update('queues cookie').digest();
    this.isSecure = origin.startsWith('https:');
  }

  /** Returns a `Set-Cookie` value that is valid for 15 minutes. */
  cookieFor({ accountId, sessionId }: SessionCaller): string {
    const content: QueueSession = { accountId, sessionId, expiresAt: Date.now() + LIFETIME_SECONDS * 1000 };
    const body = Buffer.from(JSON.stringify(content)).toString('base64url');
    const value = `${body}.${this.macOf(body).toString('base64url')}`;
    const rest = `Path=${QUEUES_PATH}; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Strict`;
    return `${COOKIE}=${value}; ${rest}${this.isSecure ? '; Secure' : ''}`;
  }

  /** Reads a request's `Cookie` header; undefined for a foreign or expired cookie. */
  read(header: string | undefined): QueueSession | undefined {
    const value = header
      ?.split(';')
      .map((pair) => pair.trim())
      .find((pair) => pair.startsWith(`${COOKIE}=`))
      ?.slice(COOKIE.length + 1);
    const [body = '', mac = ''] = value?.split('.') ?? [];
    const given = Buffer.from(mac, 'base64url');
    const expected = this.macOf(body);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const content = contentSchema.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
    return content.expiresAt > Date.now() ? content : undefined;
  }

  private macOf(body: string): Buffer {
    return createHmac('sha256', this.key).update(body).digest();
  }
}
