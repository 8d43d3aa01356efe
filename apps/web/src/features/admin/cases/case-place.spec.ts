import { describe, expect, it } from '@jest/globals';
import { placeIn } from './case-queue.js';

const lines = ['<form action=x>', `  <input   type=password>${'.'.repeat(300)}`, '<script>write("\\x3c")</script>'];

describe('the place of a match in the source', () => {
  it.each([
    ['in a line', 1, 7, 'action=x', { before: '<form ', marked: 'action=x', after: '>' }],
    ['over several lines', 1, 1, '<form action=x> <input', { before: '', marked: '<form action=x>', after: '' }],
    ['in a decoded text', 3, 9, '<', { before: '', marked: '<', after: '' }],
    ['beyond the source', 9, 1, '<b>', { before: '', marked: '<b>', after: '' }],
  ])('%s', (_name, line, column, excerpt, place) => {
    expect(placeIn(lines, { rule: 'r', line, column, excerpt })).toEqual(place);
  });

  it('shows some characters around it', () => {
    const { before, after } = placeIn(lines, { rule: 'r', line: 2, column: 3, excerpt: '<input type=password>' });
    expect(before).toBe('  ');
    expect(after).toHaveLength(120);
  });
});
