import { expect, it } from '@jest/globals';
import * as contracts from './index.js';
import { messagesOf } from './messages-of.js';
import { type MessageContract, serviceNames } from './wire/define-message.js';

it('has every message of the contracts once', () => {
  const groups = Object.entries(contracts).filter(([name]) => name.endsWith('Messages'));
  const patterns = groups.flatMap(([, group]) =>
    Object.values(group as Record<string, MessageContract>).map(({ pattern }) => pattern),
  );
  expect(new Set(patterns).size).toBe(patterns.length);
  expect(serviceNames.flatMap((name) => Object.keys(messagesOf(name))).sort()).toEqual(patterns.sort());
});
