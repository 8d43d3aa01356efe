import * as contracts from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
import { EVENTS_TO_RETRY } from './maintenance-jobs.js';

describe('events that are retried when database and storage are available', () => {
  it('are all events that this service handles', () => {
    const handled = Object.values<unknown>(contracts)
      .filter(isEvent)
      .filter(({ consumers }) => consumers.includes('sites'))
      .map(({ name }) => name);
    expect(EVENTS_TO_RETRY.map(({ name }) => name).toSorted()).toEqual(handled.toSorted());
  });
});

function isEvent(value: unknown): value is contracts.EventContract {
  return typeof value === 'object' && value !== null && 'payload' in value && 'consumers' in value;
}
