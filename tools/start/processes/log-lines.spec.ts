import { describe, expect, it } from '@jest/globals';
import { plainLine } from './log-lines.js';

describe('what of a process’s output a person sees', () => {
  it('shows errors in plain words and keeps the rest for the log file', () => {
    expect(plainLine('{"level":30,"msg":"ready"}', false)).toBeUndefined();
    expect(plainLine('{"level":40,"msg":"slow"}', false)).toBeUndefined();
    expect(plainLine('{"level":50,"msg":"could not send","err":{"message":"refused"}}', false)).toBe(
      'could not send: refused',
    );
    expect(plainLine('{"level":60,"msg":"out of memory"}', false)).toBe('out of memory');
  });

  it('shows what is no log line only from standard error, without Node’s warnings', () => {
    expect(plainLine('hello', false)).toBeUndefined();
    expect(plainLine('Error: no such file', true)).toBe('Error: no such file');
    expect(plainLine('(node:1) ExperimentalWarning: x', true)).toBeUndefined();
    expect(plainLine('{ not: JSON }', true)).toBe('{ not: JSON }');
  });
});
