import { describe, expect, it } from '@jest/globals';
import { checkPage } from './check-page.js';
import { hidingTricks } from './hiding-tricks.js';
import { ordinaryPages } from './ordinary-pages.js';
import { japanesePhishing, otherPhishing, type Sample } from './phishing-pages.js';

const MUTATIONS = 24;
const seeds = Array.from({ length: MUTATIONS }, (_, seed) => seed);
const refused = (samples: readonly Sample[]) => samples.filter(({ html }) => checkPage(html).outcome === 'refused');
const share = (samples: readonly Sample[]): number => refused(samples).length / samples.length;

describe('the development set', () => {
  it('has enough pages', () => {
    expect(japanesePhishing.length + otherPhishing.length).toBeGreaterThanOrEqual(150);
    expect(ordinaryPages.length).toBeGreaterThanOrEqual(1_000);
  });

  it('finds phishing pages', () => {
    expect(share(japanesePhishing)).toBeGreaterThanOrEqual(0.95);
    expect(share(otherPhishing)).toBeGreaterThanOrEqual(0.95);
  });

  it('refuses no ordinary page', () => {
    expect(refused(ordinaryPages).map(({ name }) => name)).toEqual([]);
  });

  it('gives the notice to hardly any ordinary page', () => {
    const noticed = ordinaryPages.filter(({ html }) => checkPage(html).outcome === 'notice');
    expect(noticed.length / ordinaryPages.length).toBeLessThanOrEqual(0.01);
  });

  it.each(Object.entries(hidingTricks))('finds what is hidden by: %s', (_, pageOf) => {
    const missed = seeds.filter((seed) => checkPage(pageOf(seed)).outcome !== 'refused');
    expect(missed).toEqual([]);
  });

  it('has rules that match phishing pages more often than ordinary ones', () => {
    const phishing = [...japanesePhishing, ...otherPhishing];
    const bounds = { 'brand.title': 0.4, 'brand.heading': 0.6, 'credential.password': 0.4, 'credential.card': 0.1 };
    for (const [rule, least] of Object.entries(bounds)) {
      const matching = (samples: readonly Sample[]) =>
        samples.filter(({ html }) => checkPage(html).signals.some((signal) => signal.rule === rule)).length /
        samples.length;
      expect([rule, matching(phishing) >= least]).toEqual([rule, true]);
      if (rule.startsWith('brand.')) expect([rule, matching(ordinaryPages) <= 0.15]).toEqual([rule, true]);
    }
  });
});
