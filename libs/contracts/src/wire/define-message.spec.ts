import { expect, it } from '@jest/globals';
import { sessionMessages } from '../auth/session-messages.js';
import { serviceNames, serviceOf } from './define-message.js';
import { errorCodes } from '../errors/error-codes.js';
import { siteMessages } from '../sites/site-messages.js';

it.each(Object.entries({ ...sessionMessages, ...siteMessages }))(
  '%s is named in its pattern and belongs to a service',
  (name, message) => {
    expect(message.pattern.split('.')[1]).toBe(name);
    expect(serviceNames).toContain(serviceOf(message));
  },
);

it('has each error code once', () => {
  expect(new Set(errorCodes).size).toBe(errorCodes.length);
});
