import { expect, it } from '@jest/globals';
import { readRange } from './byte-range.js';

it.each([
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=0-', { start: 0, end: 999 }],
  ['bytes=900-2000', { start: 900, end: 999 }],
  ['bytes=-100', { start: 900, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-1', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,3-4', undefined],
  ['lines=0-1', undefined],
  [undefined, undefined],
])('%s', (header, range) => expect(readRange(header, 1_000)).toEqual(range));
