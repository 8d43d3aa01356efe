import type { CpuBudget } from '../cpu-budget.js';

/** A script contains this text: one literal, or several joined by `+`. */
export interface ScriptString {
  text: string;
  /** It is an index in the script. */
  at: number;
}

interface ScriptContents {
  strings: ScriptString[];
  /** It is the script without comments, with the escapes in its strings decoded. */
  code: string;
}

/** A slash after one of these starts a regular expression. */
const BEFORE_EXPRESSION = /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|in|of|do|else|void|delete))\s*$/;
const INTERESTING = /["'`/{}]/g;

/** Reads the literals of a script in one pass. An invalid script gives some of them. @throws BudgetExceededError */
export function readScript(source: string, budget: CpuBudget): ScriptContents {
  return new ScriptReader(source, budget).read();
}

/** An expression of this template literal is being read. */
interface OpenTemplate {
  /** The literal continues at this depth of braces. */
  depth: number;
  string: ScriptString;
  /** It is the index of the first string in the expression. */
  from: number;
}

class ScriptReader {
  private readonly strings: ScriptString[] = [];
  private readonly code: string[] = [];
  private at = 0;
  private readonly templates: OpenTemplate[] = [];
  private depth = 0;
  /** The next literal may continue this text. */
  private last: ScriptString | undefined;
  private endOfLast = 0;
  private readonly unclosedUntil = new Map<string, number>();

  constructor(
    private readonly source: string,
    private readonly budget: CpuBudget,
  ) {}

  read(): ScriptContents {
    const { source } = this;
    while (this.at < source.length) {
      INTERESTING.lastIndex = this.at;
      const found = INTERESTING.exec(source)?.index ?? source.length;
      this.budget.spend(found - this.at);
      if (found > this.at) this.code.push(source.slice(this.at, found));
      this.at = found;
      if (found < source.length) this.readOne(source.charAt(found));
    }
    return { strings: this.strings, code: joinLiterals(this.code.join('')) };
  }

  private readOne(character: string): void {
    if (character === '"' || character === "'") return this.readQuoted(character);
    if (character === '`') return this.readTemplate();
    if (character === '/') return this.readSlash();
    this.depth += character === '{' ? 1 : -1;
    const template = this.templates.at(-1);
    if (character === '}' && template?.depth === this.depth) {
      this.templates.pop();
      this.code.push('+');
      return this.readTemplate(template);
    }
    this.take(1);
  }

  private take(length: number): void {
    this.code.push(this.source.slice(this.at, this.at + length));
    this.at += length;
  }

  private readQuoted(quote: string): void {
    if (this.at < (this.unclosedUntil.get(quote) ?? 0)) return this.take(1);
    const end = endOf(this.source, this.at + 1, quote === '"' ? /["\\\n]/g : /['\\\n]/g);
    // It is an apostrophe in something that was misread.
    if (this.source[end] !== quote) return this.skipAs(quote, end);
    this.add(this.at + 1, end);
    this.at = end + 1;
  }

  /** Reads from the opening backtick, or from the brace that ends an expression, to the next expression or the end. */
  private readTemplate(open?: OpenTemplate): void {
    const end = endOf(this.source, this.at + 1, /[`\\$]/g);
    const string = open ? this.continue(open, this.at + 1, end) : this.add(this.at + 1, end);
    if (this.source[end] !== '$') {
      this.at = end + 1;
      return;
    }
    this.code.push('+');
    this.templates.push({ depth: this.depth++, string, from: this.strings.length });
    this.at = end + 2;
  }

  private readSlash(): void {
    const { source, at } = this;
    const next = source[at + 1];
    if (next === '/' || next === '*') {
      const end = next === '/' ? source.indexOf('\n', at) : source.indexOf('*/', at + 2);
      this.at = end === -1 ? source.length : end + (next === '/' ? 0 : 2);
      this.code.push(' ');
    } else if (BEFORE_EXPRESSION.test(source.slice(Math.max(0, at - 12), at))) {
      if (at < (this.unclosedUntil.get('/') ?? 0)) return this.take(1);
      const end = endOf(source, at + 1, /[/\\\n[]/g);
      if (source[end] === '/') this.take(end + 1 - at);
      else this.skipAs('/', end);
    } else this.take(1);
  }

  /** Stores the end, so that no part of a line is read again for each quotation mark in it. */
  private skipAs(mark: string, end: number): void {
    this.unclosedUntil.set(mark, end);
    this.take(1);
  }

  private add(from: number, to: number): ScriptString {
    const text = unescapeScript(this.source.slice(from, to));
    const isJoined = this.last !== undefined && this.isJoined(from);
    this.code.push(JSON.stringify(text));
    this.endOfLast = to;
    if (this.last && isJoined) return append(this.last, text);
    this.last = { text, at: from };
    this.strings.push(this.last);
    return this.last;
  }

  /** Continues with the markup of the expression: `<form>${fields.map((name) => `<input name=${name}>`)}</form>`. */
  private continue({ string, from: first }: OpenTemplate, from: number, to: number): ScriptString {
    const text = unescapeScript(this.source.slice(from, to));
    const inner = this.strings.slice(first).filter((one) => one !== string && one.text.includes('<'));
    this.code.push(JSON.stringify(text));
    this.endOfLast = to;
    this.last = string;
    for (const one of inner) this.budget.spend(one.text.length);
    return append(string, inner.map((one) => one.text).join('') + text);
  }

  /** Whether only `+`, perhaps with a value in between, precedes it. */
  private isJoined(from: number): boolean {
    const between = this.source.slice(this.endOfLast + 1, from - 1);
    return between.length < 200 && /^\s*\+\s*(?:[\w$.[\]()]+\s*\+\s*)?$/.test(between);
  }
}

/** Joins literals in code whose literals are JSON. */
const joinLiterals = (code: string): string => code.replaceAll(/"\s{0,20}\+\s{0,20}"/g, '');

function append(string: ScriptString, text: string): ScriptString {
  string.text += isValueLeft(string.text, text) ? `""${text}` : text;
  return string;
}

/** Whether an expression between two texts was the value of an attribute: `<input type=${type} name="a">`. */
const isValueLeft = (before: string, text: string): boolean => before.endsWith('=') && /^[\s/>]/.test(text);

/** Returns the index of the first match, or the length. It skips escapes, `[…]`, and `$` without a brace. */
function endOf(source: string, from: number, stop: RegExp): number {
  stop.lastIndex = from;
  for (let match = stop.exec(source); match; match = stop.exec(source)) {
    const [found] = match;
    if (found === '\\') stop.lastIndex = match.index + 2;
    else if (found === '[') {
      const close = endOf(source, match.index + 1, /[\]\\\n]/g);
      stop.lastIndex = source[close] === ']' ? close + 1 : close;
    } else if (found !== '$' || source[match.index + 1] === '{') return match.index;
  }
  return source.length;
}

const ESCAPE = /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|([0-7]{1,3})|(\r\n|[^]))/gi;
const NAMED: Partial<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '\n': '',
  '\r\n': '',
};

/** Decodes the escapes of a literal. */
export function unescapeScript(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(ESCAPE, (_, braced?: string, four?: string, two?: string, octal?: string, one?: string) => {
    const hexadecimal = braced ?? four ?? two;
    if (hexadecimal !== undefined) return characterOf(Number.parseInt(hexadecimal, 16));
    if (octal !== undefined) return characterOf(Number.parseInt(octal, 8));
    return NAMED[one ?? ''] ?? one ?? '';
  });
}

export function characterOf(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
}
