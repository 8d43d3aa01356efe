import { api } from './api.js';
import type { CallFailure, CallSuccess } from '../http/call.js';
import { isSessionEnd } from '../session/client/auth-failure.js';

/** The endpoints under `/admin/v1`. Loaded with the screens that use them, so schemas may check the answers. */
export const adminApi = api.enhanceEndpoints({ addTagTypes: ['AdminSites', 'AdminReports', 'AdminAccounts'] });

/**
 * What is read again after a change, also a refused one: what was shown may be out of date. Not after the end of the
 * session, for nothing can be read then.
 */
export function invalidateAlways<Tag extends string>(...tags: Tag[]) {
  return (_done: unknown, failure: CallFailure | undefined): Tag[] => (failure && isSessionEnd(failure) ? [] : tags);
}

/** Whose screens ask: part of every query, so that another account in this browser never finds the answers. */
export interface OfAccount {
  account: string;
}

interface Schema<Output> {
  safeParse(data: unknown): { success: true; data: Output } | { success: false };
}

/** Reads an answer as the contract has it. */
export function reading<Output>(schema: Schema<Output>): (answer: CallSuccess) => Output | undefined {
  return ({ data }) => {
    const parsed = schema.safeParse(data);
    return parsed.success ? parsed.data : undefined;
  };
}

/** An address with those members of the query that say something. */
export function addressOf(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => (pair[1] ?? '') !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}
