import { sendOddCalls } from '@haru/testing';
import { expect, it } from '@jest/globals';
import { makeApiKey, makeEditKey, publishAs } from './keys-of-tests.js';
import { sharedSystem, START_WITHIN_MS } from './people.js';

const CASES = 400;

/** `npm run accept -- fuzz` sends 5,000. */
it(
  `${CASES} odd requests of programs: none fails and none hangs`,
  async () => {
    const people = await sharedSystem();
    const { token } = await people.register();
    const [{ key }, page] = [await makeApiKey(people, token), await publishAs(people, token)];
    const { edit_key: editKey } = await makeEditKey(people, token, page.id);
    const { faults, statuses } = await sendOddCalls({
      origin: people.origin,
      credentials: [key, key, editKey, token, people.anonKey, `${key}x`],
      paths: [page.path, 'no-such'],
      count: CASES,
      concurrency: 8,
      seed: 20_261_124,
    });
    expect(faults.slice(0, 5)).toEqual([]);
    // The run was meaningful: some requests succeeded, and most kinds of refusal occurred.
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([201, 400, 401, 403, 404, 405, 415]));
  },
  START_WITHIN_MS,
);
