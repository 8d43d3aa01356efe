import type { CpuBudget } from '../cpu-budget.js';
import { foldedScript } from './script-folding.js';
import type { ScriptString } from './script-strings.js';

/** Of what a script becomes: a few characters may stand for much. */
const MAX_LENGTH = 1024 * 1024;
const MAX_WORDS = 50_000;
const PACKED = /\bfunction\s*\(\s*p\s*,\s*a\s*,\s*c\s*,\s*k\s*,\s*e\s*,\s*[dr]\s*\)/;
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The script that a script unpacks or stands for.
 * @param code with its literals as JSON, see `ScriptContents`
 * @throws BudgetExceededError
 */
export function unpackedScript(code: string, strings: readonly ScriptString[], budget: CpuBudget): string | undefined {
  budget.spend(code.length);
  return unpacked(code, strings) ?? foldedScript(code, budget);
}

/** What Dean Edwards' packer made: a script whose words are numbers, and the list of the words. */
function unpacked(code: string, strings: readonly ScriptString[]): string | undefined {
  if (!PACKED.test(code)) return undefined;
  const base = Number(/"\s*,\s*(\d{1,2})\s*,\s*\d{1,5}\s*,\s*"/.exec(code)?.[1]);
  const list = strings.findIndex(({ text }, index) => index > 0 && text.includes('|'));
  const source = strings[list - 1]?.text;
  if (!base || source === undefined) return undefined;
  const words = (strings[list]?.text ?? '').split('|', MAX_WORDS);
  const valueOf = (word: string) => [...word].reduce((value, digit) => value * base + DIGITS.indexOf(digit), 0);
  const word = upTo(MAX_LENGTH, (found) => (found.length > 4 ? undefined : words[valueOf(found)]));
  return source.replaceAll(/\w+/g, (found) => word(found) || found);
}

/** Answers nothing more once the answers have this length together. */
function upTo<Arguments extends string[]>(
  length: number,
  find: (...of: Arguments) => string | undefined,
): (...of: Arguments) => string | undefined {
  let left = length;
  return (...of) => {
    const found = left > 0 ? find(...of) : undefined;
    left -= found?.length ?? 0;
    return found;
  };
}
