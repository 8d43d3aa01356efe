import { expect, it } from '@jest/globals';
import { asServiceError } from './error.filter.js';

it.each(["OOM command not allowed when used memory > 'maxmemory'.", 'Command timed out'])(
  'a Redis that fails with “%s” is answered with 503 and Retry-After',
  (message) => {
    expect(asServiceError(new Error(message))).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
  },
);

it('any other failure is unknown', () => {
  expect(asServiceError(new Error('Connection is fine'))).toMatchObject({ code: 'UNKNOWN_ERROR' });
});
