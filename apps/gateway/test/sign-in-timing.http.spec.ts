import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { isAcceptance } from '@haru/testing';
import { makeAccount } from './accounts-of-tests.js';
import { type RunningSystem, startSystem } from './start-system.js';

/** The result is checked after each such number of pairs of sign-ins: a quiet machine needs few, a busy one more. */
const PAIRS_PER_LOOK = 40;
const MAX_PAIRS = 240;
/** The first ones are slower: code is compiled, connections are opened. */
const WARM_UP = 20;
/** A missing hash makes 90 % of difference. On a busy machine only many more pairs show a twentieth. */
const MAX_APART = isAcceptance ? 0.05 : 0.2;
/** By the normal distribution the true median is between the bounds of `differenceOf` with 99 % confidence. */
const Z_99 = 2.58;

let system: RunningSystem;

beforeAll(async () => {
  // Hashes cost what they do in production.
  const hashes = { AUTH_ARGON2_MEMORY_KIB: '19456', AUTH_ARGON2_ITERATIONS: '2' };
  system = await startSystem({ env: { AUTH_RATE_LIMITS: '1000', ...hashes } });
}, 90_000);
afterAll(() => system.close(), 60_000);

interface Pair {
  known: number;
  unknown: number;
}

async function timeSignIn(email: string): Promise<number> {
  const began = performance.now();
  const answer = await system.call('/auth/v1/token?grant_type=password', {
    method: 'POST',
    json: { email, password: 'not the password' },
  });
  await answer.arrayBuffer();
  expect(answer.status).toBe(400);
  return performance.now() - began;
}

/** The sign-ins alternate, each first as often as the other, so that other load on the machine affects both alike. */
async function measure(email: string, count: number): Promise<Pair[]> {
  const pairs: Pair[] = [];
  while (pairs.length < count) {
    if (pairs.length % 2 === 0) {
      const known = await timeSignIn(email);
      pairs.push({ known, unknown: await timeSignIn(`${randomUUID()}@example.com`) });
    } else {
      const unknown = await timeSignIn(`${randomUUID()}@example.com`);
      pairs.push({ unknown, known: await timeSignIn(email) });
    }
  }
  return pairs;
}

const sorted = (values: readonly number[]) => values.toSorted((one, other) => one - other);
const atRank = (values: readonly number[], rank: number) => values[Math.floor(rank)] ?? NaN;

interface Difference {
  median: number;
  from: number;
  to: number;
}

/** Measures how much longer a known address takes, relative to its time: the median of all pairs, with bounds by ranks. */
function differenceOf(pairs: readonly Pair[]): Difference {
  const middle = pairs.length / 2;
  const apart = (Z_99 * Math.sqrt(pairs.length)) / 2;
  const whole = atRank(sorted(pairs.map(({ known }) => known)), middle);
  const differences = sorted(pairs.map(({ known, unknown }) => (known - unknown) / whole));
  return {
    median: atRank(differences, middle),
    from: atRank(differences, middle - apart),
    to: atRank(differences, middle + apart),
  };
}

/** The bounds are both within what is allowed, or both above it. */
const isDecided = ({ from, to }: Difference): boolean =>
  (from > -MAX_APART && to < MAX_APART) || from > MAX_APART || to < -MAX_APART;

it(`sign-ins for a known and for unknown addresses take the same time within ${MAX_APART * 100} %`, async () => {
  const { email = '' } = await makeAccount(system);
  await measure(email, WARM_UP);
  const pairs: Pair[] = [];
  let difference;
  do {
    pairs.push(...(await measure(email, PAIRS_PER_LOOK)));
    difference = differenceOf(pairs);
  } while (!isDecided(difference) && pairs.length < MAX_PAIRS);
  expect(Math.abs(difference.median)).toBeLessThan(MAX_APART);
}, 300_000);
