import { describe, expect, it } from '@jest/globals';
import { allowInTransaction, assertOutsideTransaction, inTransactionScope } from './transaction-scope.js';

const askRedis = async (): Promise<void> => assertOutsideTransaction('Redis');

describe('assertOutsideTransaction', () => {
  it('throws inside a transaction and names the target', async () => {
    await expect(inTransactionScope(askRedis)).rejects.toThrow('Redis is asked inside a database transaction');
  });

  it('throws after an await inside a transaction', async () => {
    const work = inTransactionScope(async () => {
      await Promise.resolve();
      await askRedis();
    });
    await expect(work).rejects.toThrow('Redis');
  });

  it('passes outside, and in work that a transaction left running when it ended', async () => {
    const { promise: transactionEnded, resolve: end } = Promise.withResolvers<undefined>();
    const leftRunning = await inTransactionScope(async () => [transactionEnded.then(askRedis)]);
    end(undefined);
    await Promise.all(leftRunning);
    await askRedis();
  });

  it('passes where it is allowed', async () => {
    await inTransactionScope(() => allowInTransaction(askRedis));
  });
});
