import { Logger } from '@nestjs/common';
import { afterEach, expect, it, jest } from '@jest/globals';
import { LostAnswers } from './lost-answers.js';

afterEach(() => void jest.restoreAllMocks());

it('a server that cannot be asked is logged, and asked again while a connection waits', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  let attempts = 0;
  const connection = { processID: 1, drop: jest.fn(), isSilent: true };
  const lostAnswers = new LostAnswers(() => {
    connection.isSilent = ++attempts < 2;
    return Promise.reject(new Error('password authentication failed'));
  });
  lostAnswers.add(connection);
  await lostAnswers.check();
  expect(attempts).toBe(2);
  expect(warn).toHaveBeenCalledTimes(2);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('password authentication failed'));
  expect(connection.drop).not.toHaveBeenCalled();
});
