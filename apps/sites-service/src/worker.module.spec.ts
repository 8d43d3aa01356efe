import * as contracts from '@haru/contracts';
import { eventOfClass, isEventWorkerClass, workersAndJobsIn } from '@haru/events';
import { describe, expect, it } from '@jest/globals';

describe('the event workers', () => {
  it('are one for each event that names this service', async () => {
    const eventWorkers = (await workersAndJobsIn(import.meta.dirname)).filter(isEventWorkerClass);
    const handled = Object.values<unknown>(contracts)
      .filter(isEvent)
      .filter(({ consumers }) => consumers.includes('sites'))
      .map(({ name }) => name);
    expect(eventWorkers.map((worker) => eventOfClass(worker).name).toSorted()).toEqual(handled.toSorted());
  });
});

function isEvent(value: unknown): value is contracts.EventContract {
  return typeof value === 'object' && value !== null && 'payload' in value && 'consumers' in value;
}
