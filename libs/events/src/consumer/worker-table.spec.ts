import { describe, expect, it } from '@jest/globals';
import { defineEvent, sitePublished } from '@haru/contracts';
import { z } from 'zod';
import { WhenEvent, type HandlesEvent } from './when-event.js';
import { contractedEvents, EventWiringError, workerTable } from './worker-table.js';

const payload = z.object({ n: z.int() });
const thingHappened = defineEvent('thingHappened', { payload, consumers: ['sites', 'feedback'] });
const thingEnded = defineEvent('thingEnded', { payload, consumers: ['auth'] });

const nothing = () => Promise.resolve();

@WhenEvent(thingHappened)
class CountWhenThingHappened implements HandlesEvent<typeof thingHappened> {
  handle = nothing;
}

@WhenEvent(thingHappened)
class MailWhenThingHappened implements HandlesEvent<typeof thingHappened> {
  handle = nothing;
}

@WhenEvent(thingEnded)
class ForgetWhenThingEnded implements HandlesEvent<typeof thingEnded> {
  handle = nothing;
}

class Undecorated implements HandlesEvent<typeof thingHappened> {
  handle = nothing;
}

describe('pairing workers with events', () => {
  const events = [thingHappened, thingEnded];

  it('finds each worker by the name of its event', () => {
    const worker = new CountWhenThingHappened();
    expect([...workerTable('sites', [worker], events)]).toEqual([['thingHappened', { event: thingHappened, worker }]]);
  });

  it('refuses an event that names the service and has no worker', () => {
    const pair = () => workerTable('sites', [], events);
    expect(pair).toThrow(EventWiringError);
    expect(pair).toThrow(
      `thingHappened names 'sites' as consumer, but has no worker: add one with @WhenEvent(thingHappened)`,
    );
  });

  it('refuses two workers for one event', () => {
    const pair = () => workerTable('sites', [new CountWhenThingHappened(), new MailWhenThingHappened()], events);
    expect(pair).toThrow('thingHappened has two workers, CountWhenThingHappened and MailWhenThingHappened');
  });

  it('refuses a worker whose event does not name the service', () => {
    const pair = () => workerTable('sites', [new CountWhenThingHappened(), new ForgetWhenThingEnded()], events);
    expect(pair).toThrow(`ForgetWhenThingEnded handles thingEnded, whose contract does not name 'sites': add it`);
  });

  it('refuses a class without an event, and lists every fault together', () => {
    const pair = () => workerTable('sites', [new Undecorated(), new ForgetWhenThingEnded()], events);
    expect(pair).toThrow(/3 fault\(s\):[^]*Undecorated says no event[^]*ForgetWhenThingEnded[^]*thingHappened names/);
  });

  it('knows the events that the contracts define', () => {
    expect(contractedEvents()).toContain(sitePublished);
  });
});
