import { visibilitySchema } from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
import { endOf, unavailableReason } from './site-visibility.js';

const expiresAt = new Date('2026-01-11T00:00:00.000Z');
const [before, at] = [new Date(expiresAt.getTime() - 1), expiresAt];

describe('unavailableReason of a public page', () => {
  it.each([
    ['lives to its last millisecond', { isStopped: false, isActive: true }, before, undefined],
    ['ends at its expiry, before any sweep', { isStopped: false, isActive: true }, at, 'expired'],
    ['has ended once marked', { isStopped: false, isActive: false }, before, 'expired'],
    ['is stopped first of all', { isStopped: true, isActive: false }, at, 'stopped'],
  ])('%s', (_, site, now, end) => {
    for (const isAdmitted of [false, true]) {
      expect(unavailableReason({ ...site, expiresAt, visibility: 'public' }, { isAdmitted }, now)).toBe(end);
    }
    expect(endOf({ ...site, expiresAt, visibility: 'public' }, now)).toBe(end);
  });
});

describe('unavailableReason of a page that is not public', () => {
  const both = [false, true];
  const cases = visibilitySchema
    .exclude(['public'])
    .options.flatMap((visibility) =>
      both.flatMap((isStopped) =>
        both.flatMap((isActive) =>
          [before, at].flatMap((now) =>
            both.map((isAdmitted) => ({ visibility, isStopped, isActive, now, isAdmitted, expiresAt })),
          ),
        ),
      ),
    );

  it('shows it to admitted visitors while it is live, and otherwise acts as if there were no page', () => {
    const shown = cases.filter((one) => unavailableReason(one, one, one.now) === undefined);
    expect(shown).toEqual(
      cases.filter(
        ({ isAdmitted, isActive, isStopped, now }) => isAdmitted && isActive && !isStopped && now === before,
      ),
    );
    const others = cases.filter((one) => !shown.includes(one)).map((one) => unavailableReason(one, one, one.now));
    expect(new Set(others)).toEqual(new Set([unavailableReason(undefined, { isAdmitted: true }, before)]));
  });

  it('has ended as if there were no page, and has not ended for visitors who are not admitted', () => {
    const ends = cases.map((one) => endOf(one, one.now));
    expect(ends).toEqual(cases.map((one) => unavailableReason(one, { isAdmitted: true }, one.now)));
    expect(new Set(ends)).toEqual(new Set([undefined, 'not-found']));
  });
});
