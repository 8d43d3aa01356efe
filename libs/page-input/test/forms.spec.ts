import { describe, expect, it } from '@jest/globals';
import { readPageInput } from '../src/index.js';
import { readForms } from './forms.js';

/** Those that were held back were written before the rules, and no rule was written for them. */
describe.each([['forms.txt'], ['held-back.txt']])('%s', (file) => {
  it.each(readForms(file).map((form) => [form.name, form] as const))('%s', (_name, form) => {
    const input = readPageInput(form.text, form);
    const [first, ...others] = form.results;
    expect(input).toMatchObject({ kind: form.kind, text: first, steps: form.steps, original: form.text });
    expect(input.choices.map(({ text }) => text)).toEqual(others.length > 0 ? form.results : []);
    expect(readPageInput(input.text, { fileName: form.fileName })).toMatchObject({ text: input.text, steps: [] });
  });
});

describe('signs that nobody sees', () => {
  const page = '<!DOCTYPE html>\n<html><p>a</p></html>';
  it.each([
    ['before a page', `\u200b${page}`, `\u200b${page}`, []],
    ['before a page that begins with blanks', `\u2060\ufeff\n ${page}`, `\u2060\ufeff\n ${page}`, []],
    ['before a page behind other text', `どうぞ\n\u200b${page}`, page, ['answer']],
    ['before JSON', '\ufeff{"html":"<p>a</p>"}', '<p>a</p>', ['json']],
    ['before a string of JSON', '\u200b"<p>a</p>"', '<p>a</p>', ['json']],
    ['before a page in a fence', `\`\`\`html\n\u200b${page}\n\`\`\``, page, ['answer']],
  ])('are blank %s', (_name, text, result, steps) => {
    expect(readPageInput(text)).toMatchObject({ kind: 'html', text: result, steps, choices: [] });
  });
});
