import { describe, expect, it } from '@jest/globals';
import { draftStore } from './draft-store.js';
import { tabStore } from '../../http/browser-storage.js';

const drafts = (name: string) => draftStore(tabStore, name, { base: 0 });
const draft = { base: 3, html: '<p>春</p>\n\r\n' };

describe('a draft', () => {
  it('is kept under its name until it is forgotten', () => {
    drafts('a').save(draft);
    drafts('b').save({ ...draft, html: '<p>夏</p>' });
    expect(drafts('a').load()).toEqual(draft);
    drafts('a').forget();
    expect(drafts('a').load()).toBeUndefined();
    expect(drafts('b').load()?.html).toBe('<p>夏</p>');
  });

  it('has the same key for each try, until the text or its base changes', () => {
    const key = drafts('a').keyOfTry(draft);
    drafts('a').save(draft);
    expect(drafts('a').keyOfTry(draft)).toBe(key);
    expect(drafts('a').keyOfTry({ ...draft, base: 4 })).not.toBe(key);
    drafts('a').save({ ...draft, html: 'other' });
    expect(drafts('a').keyOfTry(draft)).not.toBe(key);
  });

  it('is none where something else is stored', () => {
    window.sessionStorage.setItem('a', '{"base":"3"}');
    expect(drafts('a').load()).toBeUndefined();
    window.sessionStorage.setItem('a', '{"base":"3"}\n<p>春</p>');
    expect(drafts('a').load()).toBeUndefined();
    window.sessionStorage.setItem('a', 'nonsense');
    expect(drafts('a').load()).toBeUndefined();
  });
});
