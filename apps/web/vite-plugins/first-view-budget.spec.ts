import { describe, expect, it } from '@jest/globals';
import { firstViewSizes } from './first-view-budget.js';

const chunk = (fileName: string, isEntry: boolean, imports: string[] = []) => ({
  fileName,
  isEntry,
  imports,
  code: `/* ${fileName} */`,
});

describe('the scripts of the first view', () => {
  it('are the entry and what it imports statically, each once', () => {
    const chunks = [
      chunk('entry.js', true, ['a.js', 'b.js']),
      chunk('a.js', false, ['b.js']),
      chunk('b.js', false, ['a.js']),
      chunk('dialog.js', false, ['a.js']),
    ];
    const sizes = firstViewSizes(new Map(chunks.map((each) => [each.fileName, each])));
    expect([...sizes.keys()].toSorted()).toEqual(['a.js', 'b.js', 'entry.js']);
    expect(sizes.get('a.js')).toBeGreaterThan(0);
  });
});
