import { describe, expect, it } from '@jest/globals';
import { exampleIn, examplePath, screens, publishedIdIn, publishedPath, screenOf, type Screen } from './paths.js';

const screenAt = (address: string) => screenOf(new URL(address, 'https://haru.example'));

describe('the screen of an address', () => {
  it.each(Object.entries(screens))('%s has an address', (screen, { path }) => {
    expect(screenAt(path)).toBe(screen);
  });

  it.each<[string, Screen]>([
    ['/auth/confirm?token=t&type=signup', 'confirm'],
    ['/Admin/?tab=sites', 'admin'],
    ['/anything', 'publish'],
    ['/anything?view=dashboard&settings=security', 'dashboard'],
    ['/?view=other', 'publish'],
    ['/constructor', 'publish'],
    ['/edit/0b6a3a3e-0d52-4a0e-8f51-3a0f3f0c7a22/', 'edit'],
    ['/edit', 'publish'],
    ['/?example=event', 'publish'],
    ['/?published=0b6a3a3e-0d52-4a0e-8f51-3a0f3f0c7a22', 'publish'],
  ])('%s shows %s', (address, screen) => {
    expect(screenAt(address)).toBe(screen);
  });
});

it('names the published page in the address of its result', () => {
  const id = '0b6a3a3e-0d52-4a0e-8f51-3a0f3f0c7a22';
  expect(publishedIdIn(new URL(publishedPath(id), 'https://haru.example'))).toBe(id);
  expect(publishedIdIn({ search: '' })).toBeNull();
});

it('names an example to try', () => {
  expect(exampleIn(new URL(examplePath('event'), 'https://haru.example'))).toBe('event');
});
