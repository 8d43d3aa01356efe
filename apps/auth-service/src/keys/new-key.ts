import { hash, randomUUID } from 'node:crypto';
import type { Scope } from '@haru/contracts';
import { type KeyKind, makeKey } from '@haru/service-runtime';
import { Key } from '../tables/account/key.entity.js';

/** Four random characters leave 130 bits secret. */
const PREFIX_LENGTH = 'haru_'.length + 4;

interface KeyMembers {
  userId: string;
  kind: KeyKind;
  scopes: Scope[];
  name?: string;
  siteId?: string;
  expiresAt?: Date | null;
}

/** Makes a key and its row, which has only its hash. The row is not in the database yet. */
export function newKey({ userId, kind, scopes, name, siteId, expiresAt }: KeyMembers, now: Date) {
  const text = makeKey(kind);
  const row = Object.assign(new Key(), {
    id: randomUUID(),
    userId,
    kind,
    keyHash: hash('sha256', text, 'buffer'),
    name: name ?? null,
    scopes,
    siteId: siteId ?? null,
    createdAt: now,
    expiresAt: expiresAt ?? null,
    lastUsedAt: null,
    lastUsedNetwork: null,
    prefix: kind === 'apiKey' ? text.slice(0, PREFIX_LENGTH) : null,
  });
  return { text, row };
}
