import { describe, expect, it } from '@jest/globals';
import { QueryFailedError, QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { isDatabaseUnavailable } from './is-database-unavailable.js';

const withCode = (code: string, message = 'it failed') => Object.assign(new Error(message), { code });
const asked = (error: Error) => new QueryFailedError('SELECT 1', [], error);

describe('the database is unavailable', () => {
  it.each(['08000', '08006', '57P01', '57P02', '57P03', '53100', '53200', '53300', '25006', '57014', '55P03'])(
    'when Postgres says %s',
    (code) => {
      expect(isDatabaseUnavailable(withCode(code))).toBe(true);
      expect(isDatabaseUnavailable(asked(withCode(code)))).toBe(true);
    },
  );

  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT'])('when the system says %s', (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(true);
    expect(isDatabaseUnavailable(asked(withCode(code)))).toBe(true);
  });

  it.each([
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])('when pg says “%s”', (message) => {
    expect(isDatabaseUnavailable(new Error(message))).toBe(true);
    expect(isDatabaseUnavailable(asked(new Error(message)))).toBe(true);
  });

  it('when the connection was lost in the middle of a transaction', () => {
    expect(isDatabaseUnavailable(new QueryRunnerAlreadyReleasedError())).toBe(true);
    expect(isDatabaseUnavailable(new QueryRunnerProviderAlreadyReleasedError())).toBe(true);
  });
});

describe('the database is available', () => {
  it.each(['23505', '22P02', '42601', '40001', '53400', '5080A'])('when Postgres says %s', (code) => {
    expect(isDatabaseUnavailable(asked(withCode(code, 'duplicate key: Connection terminated')))).toBe(false);
  });

  it.each([[undefined], [null], ['ECONNREFUSED'], [new TypeError('x is not a function')], [withCode('ENOENT')]])(
    'for all that %p tells',
    (error) => expect(isDatabaseUnavailable(error)).toBe(false),
  );
});
