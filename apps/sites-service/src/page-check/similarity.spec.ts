import { describe, expect, it } from '@jest/globals';
import { distanceOf, MAX_DISTANCE, similarityOf } from './similarity.js';

const words =
  '春 の 朝 窓 開ける 風 入る 町 静か 犬 歩く 店 先 花 並ぶ 川 沿い 道 長い 空 高い 雲 流れる 声 聞こえる'.split(' ');
/** A text of its own for each seed. */
const textOf = (seed: number, length = 400): string => {
  let state = seed + 1;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return words[(state >>> 16) % words.length];
  }).join('');
};
const similar = (text: string): string => similarityOf([{ text }]) ?? '';
const distance = (one: string, other: string): number => distanceOf(similar(one), similar(other));

describe('similarityOf', () => {
  it('is equal for texts that look alike', () => {
    const text = textOf(1);
    expect(similar(text)).toMatch(/^[0-9a-f]{16}$/);
    expect(similar(text.replaceAll('風', '風\u200b').replaceAll('。', '。 \n'))).toBe(similar(text));
    expect(similarityOf([{ text: text.slice(0, 99) }, { text: text.slice(99) }])).toBe(similar(text));
  });

  it('differs in a few bits where some words of a text differ', () => {
    const text = textOf(2);
    expect(distance(text, `山田様${text}1234`)).toBeLessThanOrEqual(MAX_DISTANCE);
  });

  it('differs in many bits between texts of the same words', () => {
    const texts = Array.from({ length: 40 }, (_, seed) => similar(textOf(seed)));
    const distances = texts.flatMap((one, at) => texts.slice(at + 1).map((other) => distanceOf(one, other)));
    expect(Math.min(...distances)).toBeGreaterThan(2 * MAX_DISTANCE);
  });

  it('stays what is stored with banned contents', () => {
    expect(similar('いろはにほへと ちりぬるを わかよたれそ つねならむ '.repeat(12))).toBe('6f569875e543a991');
  });

  it('says nothing about little text', () => {
    expect(similarityOf([{ text: 'ログイン '.repeat(20) }])).toBeUndefined();
  });
});
