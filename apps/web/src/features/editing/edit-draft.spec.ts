import { describe, expect, it } from '@jest/globals';
import { forgetEditDraft, loadEditDraft, storeEditDraft, updateKey } from './edit-draft.js';

const draft = { base: 3, html: '<p>春</p>\n\r\n' };

describe('the draft of an edited page', () => {
  it('is kept for each page until it is forgotten', () => {
    storeEditDraft('a', draft);
    storeEditDraft('b', { ...draft, html: '<p>夏</p>' });
    expect(loadEditDraft('a')).toEqual(draft);
    forgetEditDraft('a');
    expect(loadEditDraft('a')).toBeUndefined();
    expect(loadEditDraft('b')?.html).toBe('<p>夏</p>');
  });

  it('has the same key for each try, until the text or its base changes', () => {
    const key = updateKey('a', draft);
    storeEditDraft('a', draft);
    expect(updateKey('a', draft)).toBe(key);
    expect(updateKey('a', { ...draft, base: 4 })).not.toBe(key);
    storeEditDraft('a', { ...draft, html: 'other' });
    expect(updateKey('a', draft)).not.toBe(key);
  });

  it('is none where something else is stored', () => {
    window.sessionStorage.setItem('haru-edit-a', '{"base":"3"}');
    expect(loadEditDraft('a')).toBeUndefined();
    window.sessionStorage.setItem('haru-edit-a', '{"base":"3"}\n<p>春</p>');
    expect(loadEditDraft('a')).toBeUndefined();
    window.sessionStorage.setItem('haru-edit-a', 'nonsense');
    expect(loadEditDraft('a')).toBeUndefined();
  });
});
