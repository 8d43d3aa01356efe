import { AsyncLocalStorage } from 'node:async_hooks';
import { Logger } from '@nestjs/common';

interface TransactionScope {
  isOpen: boolean;
}

const scopes = new AsyncLocalStorage<TransactionScope>();
const reported = new Set<string>();

/** Runs work inside a database transaction. From its end on, what it left running is outside again. */
export async function inTransactionScope<T>(work: () => Promise<T>): Promise<T> {
  const scope = { isOpen: true };
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}

/** In tests `work` stands for what another process does while the test's own transaction holds locks. */
export function allowInTransaction<T>(work: () => T): T {
  return scopes.run({ isOpen: false }, work);
}

/**
 * Call it before anything but a statement leaves the process: a transaction that waits for another server keeps its
 * connection and its locks for as long as that server hangs, and ten of them stop the whole process. In tests this
 * throws; in production it is logged, once for each target.
 * @param target the called server, such as `Redis` or `S3`
 */
export function assertOutsideTransaction(target: string): void {
  if (!scopes.getStore()?.isOpen) return;
  const error = new Error(`${target} is asked inside a database transaction: do it before the transaction or after it`);
  if (process.env['NODE_ENV'] === 'test') throw error;
  if (reported.has(target)) return;
  reported.add(target);
  Logger.warn(error.stack, 'TransactionScope');
}
