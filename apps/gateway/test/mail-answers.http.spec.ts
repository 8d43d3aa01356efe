import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '@haru/testing';
import { newAddress, ok, password, type People, startPeople } from './people.js';

/** Answers to requests for mails must not reveal which addresses are known. */
let people: People;

beforeAll(async () => {
  people = await startPeople({ AUTH_MAIL_INTERVAL: '60' });
}, 90_000);
afterAll(() => people.close(), 60_000);

const calls = {
  signup: { password },
  otp: {},
  recover: {},
  resend: { type: 'signup' },
};
type Call = keyof typeof calls;
const names = Object.keys(calls) as Call[];
const pairs = names.flatMap((first) => names.map((second) => [first, second] as const));

async function answersTo(sequence: readonly Call[], email: string) {
  const answers = [];
  for (const name of sequence) {
    const answer = await people.call(`/auth/v1/${name}`, { method: 'POST', json: { email, ...calls[name] } });
    const body = (await answer.json()) as { code?: string };
    answers.push({ status: answer.status, code: body.code, members: Object.keys(body).sort() });
  }
  return answers;
}

/** The requests that made the state must not affect the measured intervals. */
const forgetIntervals = () => query(people.authDatabaseUrl, 'TRUNCATE mail_intervals');

async function confirmed(): Promise<string> {
  const { email } = await people.register();
  await forgetIntervals();
  return email;
}

async function waiting(): Promise<string> {
  const email = newAddress();
  await ok(people.client().auth.signUp({ email, password }));
  await people.mailbox.to(email);
  await forgetIntervals();
  return email;
}

describe('a known, a waiting and an unknown address', () => {
  it.each(pairs)('%s and then %s answer the same', async (...pair) => {
    const unknown = await answersTo(pair, newAddress());
    expect(await answersTo(pair, await confirmed())).toEqual(unknown);
    expect(await answersTo(pair, await waiting())).toEqual(unknown);
  });

  it('all four in a row answer the same', async () => {
    for (const sequence of [names, names.toReversed()]) {
      const unknown = await answersTo(sequence, newAddress());
      expect(unknown.map(({ status }) => status)).toContain(429);
      expect(await answersTo(sequence, await confirmed())).toEqual(unknown);
      expect(await answersTo(sequence, await waiting())).toEqual(unknown);
    }
  });
});
