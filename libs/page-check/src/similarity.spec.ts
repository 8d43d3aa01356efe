import { describe, expect, it } from '@jest/globals';
import { checkPage } from '../test/check-page.js';
import { distanceOf, MAX_DISTANCE, similarityOf } from './similarity.js';

const words =
  '春 の 朝 窓 開ける 風 入る 町 静か 犬 歩く 店 先 花 並ぶ 川 沿い 道 長い 空 高い 雲 流れる 声 聞こえる'.split(' ');
/** Makes a different text for each seed. */
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

  it('is equal where letters look alike, and where invisible ones stand between them', () => {
    const text = 'Your parcel could not be delivered. Confirm the address for a second attempt. '.repeat(20);
    const disguised = text.replaceAll('a', 'а').replaceAll('o', 'ο').replaceAll('m', 'rn').replaceAll('l', 'I');
    expect(similar(disguised)).toBe(similar(text));
    expect(similar([...text.repeat(10)].join('\u200b\u200d\u2060'))).toBe(similar(text.repeat(10)));
  });

  it.each([
    ['the attribute', (text: string) => `<div hidden><p>${text}</div>`],
    ['a style', (text: string) => `<p style="margin:0;display : none">${text}</p>`],
    ['no size', (text: string) => `<b style="font-size:0px">${text}</b>`],
    ['a template', (text: string) => `<template><p>${text}</template>`],
  ])('finds a page again to which text was added that is hidden by %s', (_how, hide) => {
    const [shown, more] = [`<p>${textOf(3)}</p>`, `<p>${textOf(3)}</p>${hide(textOf(4, 4_000))}`];
    const [before = '', after = ''] = [checkPage(shown).similarity, checkPage(more).similarity];
    expect(distanceOf(before, after)).toBeLessThanOrEqual(MAX_DISTANCE);
  });

  it('finds a page again whose text is hidden, as a script can show it, and hides nothing behind a void element', () => {
    const shown = checkPage(`<p>${textOf(5)}`).similarity;
    expect(checkPage(`<body hidden><p>${textOf(5)}`).similarity).toBe(shown);
    expect(checkPage(`<img hidden><p>${textOf(5)}`).similarity).toBe(shown);
    expect(checkPage(`<p style="opacity: 0.5">${textOf(5)}`).similarity).toBe(shown);
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

  it('stays what is stored with banned contents, until the version rises', () => {
    expect(similar('いろはにほへと ちりぬるを わかよたれそ つねならむ '.repeat(12))).toBe('677f3005e642fba1');
  });

  it('says nothing about little text', () => {
    expect(similarityOf([{ text: 'ログイン '.repeat(20) }])).toBeUndefined();
  });
});
