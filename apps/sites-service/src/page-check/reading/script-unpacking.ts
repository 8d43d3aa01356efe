import type { ScriptString } from './script-strings.js';

/** Of what a script becomes: a few characters may stand for much. */
const MAX_LENGTH = 1024 * 1024;
const MAX_WORDS = 50_000;
const MAX_LISTS = 20;
const PACKED = /\bfunction\s*\(\s*p\s*,\s*a\s*,\s*c\s*,\s*k\s*,\s*e\s*,\s*[dr]\s*\)/;
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LIST = /(?<![\w$])([\w$]{1,40})\s*=\s*\[(?=\s*")/g;
const ITEM = /\s*("[^"\\]*(?:\\.[^"\\]*)*")\s*,?/y;

/** The script that a script unpacks or stands for. @param code with its literals as JSON, see `ScriptContents` */
export function unpackedScript(code: string, strings: readonly ScriptString[]): string | undefined {
  return unpacked(code, strings) ?? withoutIndexes(code);
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

/** A script with the texts themselves where it names their place in a list: `_0x1a[3]`. */
function withoutIndexes(code: string): string | undefined {
  const lists = listsIn(code);
  if (lists.size === 0) return undefined;
  const names = [...lists.keys()].map((name) => name.replaceAll('$', String.raw`\$`)).join('|');
  const places = new RegExp(String.raw`(?<![\w$])(${names})\s*\[\s*(0x[\da-f]{1,5}|\d{1,5})\s*\]`, 'gi');
  const textOf = upTo(MAX_LENGTH, (name, index = '') => lists.get(name)?.[Number(index)]);
  const replaced = code.replaceAll(places, (whole, name: string, index: string) => textOf(name, index) ?? whole);
  return replaced === code ? undefined : replaced;
}

function listsIn(code: string): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const { 0: start, 1: name = '', index } of code.matchAll(LIST)) {
    if (lists.size === MAX_LISTS) break;
    const items: string[] = [];
    ITEM.lastIndex = index + start.length;
    for (let item = ITEM.exec(code)?.[1]; item !== undefined; item = ITEM.exec(code)?.[1]) items.push(item);
    lists.set(name, items);
  }
  return lists;
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
