import { describe, expect, it } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One word per thing: ページ and URL. Their synonyms are not used. */
const forbidden = /サイト|Webページ|パス(?!ワード)|(?<!メール)アドレス|カスタムURL|期限切れ|載せない/g;

/** What the product's specification fixes to the letter. */
const fixed = [
  'サイトの作成に失敗しました',
  'パスが指定されていません',
  'このパスは既に使用されています',
  // The header's count, and the same as a badge.
  "countAfter: 'サイト'",
  '${count}サイトが公開中',
  // The badges of the cards.
  "soon: 'まもなく期限切れ'",
  "expired: '期限切れ'",
];

const here = import.meta.dirname;
const files = (await readdir(here, { recursive: true })).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'),
);

describe('the words of the interface', () => {
  it.each(files)('%s names each thing by its one word', async (name) => {
    const text = fixed.reduce((rest, words) => rest.replaceAll(words, ''), await readFile(join(here, name), 'utf8'));
    const lines = text.split('\n').filter((line) => line.match(forbidden));
    expect(lines).toEqual([]);
  });

  it('keeps what the specification fixes', async () => {
    const all = (await Promise.all(files.map((name) => readFile(join(here, name), 'utf8')))).join('\n');
    expect(fixed.filter((words) => !all.includes(words))).toEqual([]);
  });
});
