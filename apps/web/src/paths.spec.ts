import { describe, expect, it } from '@jest/globals';
import { paths, screenOf, type Screen } from './paths.js';

const screenAt = (address: string) => screenOf(new URL(address, 'https://haru.example'));

describe('the screen of an address', () => {
  it.each(Object.entries(paths))('%s is at %s', (screen, path) => {
    expect(screenAt(path)).toBe(screen);
  });

  it.each<[string, Screen]>([
    ['/auth/confirm?token=t&type=signup', 'confirm'],
    ['/Admin/?tab=sites', 'admin'],
    ['/anything', 'publish'],
    ['/anything?view=dashboard&settings=security', 'dashboard'],
    ['/?view=other', 'publish'],
    ['/constructor', 'publish'],
  ])('%s shows %s', (address, screen) => {
    expect(screenAt(address)).toBe(screen);
  });
});
