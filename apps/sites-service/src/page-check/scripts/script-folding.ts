import type { CpuBudget } from '../cpu-budget.js';
import { unescapePercent } from './hidden-markup.js';
import { characterOf, joinLiterals } from './script-strings.js';

/** Characters put into a script: a few may stand for many. */
const MAX_ADDED = 1024 * 1024;
const MAX_NAMES = 20;
const LITERAL = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;
const NUMBER = String.raw`(?:0x[\da-f]{1,6}|\d{1,7})`;
const NUMBERS = String.raw`(${NUMBER}(?:\s*,\s*${NUMBER})*)`;
const NAME = String.raw`(?<![\w$.])([\w$]{1,40})`;
const JOIN = String.raw`(\s*\.reverse\(\s*\))?\s*\.join\(\s*(${LITERAL})?\s*\)`;
const REVERSE = String.raw`\s*\.reverse\(\s*\)\s*\.join\(\s*""\s*\)`;

const ITEM = new RegExp(String.raw`\s*(${LITERAL})\s*,?`, 'y');
const TEXT_LIST = new RegExp(String.raw`${NAME}\s*=\s*\[(?=\s*")`, 'g');
const NUMBER_LIST = new RegExp(String.raw`\[\s*${NUMBERS}\s*\]`, 'gi');
/** Of a literal alone, or of something else. */
const ASSIGNMENT = new RegExp(String.raw`${NAME}\s*(?:=\s*(${LITERAL})\s*(?=[;,\n}]|$)|[+*-]?=(?!=))`, 'g');
const JOINED_LIST = new RegExp(String.raw`\[((?:\s*${LITERAL}\s*,?)+)\]${JOIN}`, 'g');
const REVERSED = new RegExp(
  String.raw`(${LITERAL})\s*\.split\(\s*""\s*\)${REVERSE}|\[\s*\.\.\.(${LITERAL})\s*\]${REVERSE}`,
  'g',
);
const DECODED = new RegExp(
  String.raw`\b(?:(?:unescape|decodeURI(?:Component)?)\(\s*(${LITERAL})\s*\)|atob\(\s*(${LITERAL})\s*\)|decodeURIComponent\(\s*escape\(\s*atob\(\s*(${LITERAL})\s*\)\s*\)\s*\))`,
  'g',
);
const CODES = new RegExp(String.raw`\bString\.from(?:CharCode|CodePoint)\(\s*${NUMBERS}\s*\)`, 'gi');

type Fold = [expression: RegExp, valueOf: (...parts: (string | undefined)[]) => string | undefined];

const folds: Fold[] = [
  [JOINED_LIST, (list, turned, by) => joinedList(itemsOf(list ?? ''), turned, by)],
  [REVERSED, (split, spread) => [...textOf(split ?? spread)].reverse().join('')],
  [
    DECODED,
    (escaped, base64, utf8) =>
      escaped === undefined
        ? Buffer.from(textOf(base64 ?? utf8), 'base64').toString()
        : unescapePercent(textOf(escaped)),
  ],
  [CODES, (codes = '') => codes.split(',').map(Number).map(characterOf).join('')],
];

/**
 * A script with the values of expressions of constants alone: places in lists, joined and reversed texts, character codes,
 * `atob` of a text. Undefined where it has none. One step: what stands in another such expression is there in the next.
 * @param code with its literals as JSON, see `ScriptContents`
 * @throws BudgetExceededError
 */
export function foldedScript(code: string, budget: CpuBudget): string | undefined {
  let added = 0;
  const lists = listsIn(code);
  const all = [...listFolds(lists), ...folds, ...constantFolds(code)];
  let folded = all.reduce((before, [expression, valueOf]) => {
    budget.spend(before.length);
    return before.replaceAll(expression, (whole, ...parts: (string | undefined)[]) => {
      const value = added < MAX_ADDED ? valueOf(...parts) : undefined;
      added += value?.length ?? 0;
      return value === undefined ? whole : JSON.stringify(value);
    });
  }, code);
  for (const ordered of inOrder(code, lists)) folded += `;${JSON.stringify(ordered)}`;
  return folded === code ? undefined : joinLiterals(folded);
}

/** `list[3]`, `list.join("")`. */
function listFolds(lists: ReadonlyMap<string, string[]>): Fold[] {
  if (lists.size === 0) return [];
  const name = String.raw`(?<![\w$.])(${namesOf(lists)})`;
  return [
    [new RegExp(String.raw`${name}\s*\[\s*(${NUMBER})\s*\]`, 'gi'), (list = '', at) => lists.get(list)?.[Number(at)]],
    [new RegExp(name + JOIN, 'g'), (list = '', turned, by) => joinedList(lists.get(list) ?? [], turned, by)],
  ];
}

/** Where a text is joined with the name of another that never changes: `"Ama" + rest`. */
function constantFolds(code: string): Fold[] {
  const constants = new Map<string, string>();
  const changed = new Set<string>();
  for (const [, name = '', text] of code.matchAll(ASSIGNMENT)) {
    if (text === undefined || constants.has(name)) changed.add(name);
    else if (constants.size < MAX_NAMES) constants.set(name, textOf(text));
  }
  for (const name of changed) constants.delete(name);
  if (constants.size === 0) return [];
  const names = namesOf(constants);
  const behind = String.raw`(?<=\+\s{0,20})(${names})(?![\w$.([])`;
  const before = String.raw`(?<![\w$.])(${names})(?=\s{0,20}\+(?![+=]))`;
  return [[new RegExp(`${behind}|${before}`, 'g'), (one, other) => constants.get(one ?? other ?? '')]];
}

/** The texts of the lists that a list of numbers puts in order. */
function* inOrder(code: string, lists: ReadonlyMap<string, string[]>): Generator<string> {
  if (lists.size === 0) return;
  for (const [, numbers = ''] of code.matchAll(NUMBER_LIST)) {
    const order = numbers.split(',').map(Number);
    const list = [...lists.values()].find(({ length }) => length === order.length);
    if (list && new Set(order).size === list.length && order.every((at) => at < list.length)) {
      yield order.map((at) => list[at]).join('');
    }
  }
}

function listsIn(code: string): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const { 0: start, 1: name = '', index } of code.matchAll(TEXT_LIST)) {
    if (lists.size === MAX_NAMES) break;
    lists.set(name, itemsOf(code, index + start.length));
  }
  return lists;
}

function itemsOf(list: string, from = 0): string[] {
  const items: string[] = [];
  ITEM.lastIndex = from;
  for (let item = ITEM.exec(list)?.[1]; item !== undefined; item = ITEM.exec(list)?.[1]) items.push(textOf(item));
  return items;
}

function joinedList(items: readonly string[], turned?: string, by?: string): string {
  return (turned === undefined ? items : items.toReversed()).join(by === undefined ? ',' : textOf(by));
}

const namesOf = (values: ReadonlyMap<string, unknown>): string =>
  [...values.keys()].map((name) => name.replaceAll('$', String.raw`\$`)).join('|');

/** Of a literal; the empty text where it is none. */
function textOf(literal = '""'): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return '';
  }
}
