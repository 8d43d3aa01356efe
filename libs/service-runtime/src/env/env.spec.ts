import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { envSwitch, parseEnv } from './env.js';

const schema = z.object({ PORT: z.coerce.number().int(), SECRET: z.string().min(8), ON: envSwitch.default(false) });

describe('parseEnv', () => {
  it('reads what fits', () => {
    expect(parseEnv(schema, { PORT: '3000', SECRET: 'long enough', ON: 'true' })).toEqual({
      PORT: 3000,
      SECRET: 'long enough',
      ON: true,
    });
  });

  it('takes an empty variable as not set', () => {
    expect(parseEnv(schema, { PORT: '1', SECRET: 'long enough', ON: '' }).ON).toBe(false);
  });

  it('names every fault and shows no value', () => {
    const parse = () => parseEnv(schema, { PORT: 'x', SECRET: 'hush' });
    expect(parse).toThrow(/2 fault\(s\):\n {2}PORT: [^\n]+\n {2}SECRET: /);
    expect(parse).not.toThrow(/hush/);
  });
});
