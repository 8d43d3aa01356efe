import { ownScreens } from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errors } from './errors/errors.js';

/** The interface uses one word per thing, ページ and URL, and none of these synonyms. */
const forbidden = /サイト|Webページ|パス(?!ワード)|(?<!メール)アドレス|カスタムURL|期限切れ|載せない/g;

/** The product's specification fixes these texts to the letter. */
const fixed = [
  'サイトの作成に失敗しました',
  'パスが指定されていません',
  'このパスは既に使用されています',
  // They are in the header's count, and in the same count as a badge.
  "countAfter: 'サイト'",
  '${count}サイトが公開中',
  // They are the badges of the cards.
  "soon: 'まもなく期限切れ'",
  "expired: '期限切れ'",
];

const here = import.meta.dirname;
const files = (await readdir(here, { recursive: true })).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'),
);

function linesWithForbiddenWords(text: string): string[] {
  const rest = fixed.reduce((shorter, words) => shorter.replaceAll(words, ''), text);
  return rest.split('\n').filter((line) => line.match(forbidden));
}

describe('the words of the interface', () => {
  it.each(files)('%s names each thing by its one word', async (name) => {
    expect(linesWithForbiddenWords(await readFile(join(here, name), 'utf8'))).toEqual([]);
  });

  it('names each thing by its one word in the texts that the contracts give', () => {
    const titles = Object.values(ownScreens).map(({ title }) => title);
    expect(linesWithForbiddenWords([...Object.values(errors), ...titles].join('\n'))).toEqual([]);
  });

  it('keeps what the specification fixes', async () => {
    const sources = await Promise.all(files.map((name) => readFile(join(here, name), 'utf8')));
    const all = [...sources, ...Object.values(errors)].join('\n');
    expect(fixed.filter((words) => !all.includes(words))).toEqual([]);
  });
});
