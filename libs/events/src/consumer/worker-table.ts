import * as contracts from '@haru/contracts';
import type { EventContract, ServiceName } from '@haru/contracts';
import { eventOf, type EventWorker } from './when-event.js';

/** Workers and events do not match; the message lists every fault and what to add. */
export class EventWiringError extends Error {
  override readonly name = 'EventWiringError';
}

export interface TableEntry {
  event: EventContract;
  worker: EventWorker;
}

export function contractedEvents(): EventContract[] {
  return Object.values<unknown>(contracts).filter(isEventContract);
}

function isEventContract(value: unknown): value is EventContract {
  return typeof value === 'object' && value !== null && 'name' in value && 'payload' in value && 'consumers' in value;
}

/**
 * Pairs each event that the service reacts to with its one worker, by the event's name.
 * @throws EventWiringError
 */
export function workerTable(
  service: ServiceName,
  workers: readonly EventWorker[],
  events: readonly EventContract[],
): Map<string, TableEntry> {
  const faults: string[] = [];
  const table = new Map<string, TableEntry>();
  for (const worker of workers) {
    const name = worker.constructor.name;
    const event = eventOf(worker);
    const other = event && table.get(event.name)?.worker.constructor.name;
    if (!event) faults.push(`${name} says no event: add @WhenEvent(…) to it`);
    else if (other) faults.push(`${event.name} has two workers, ${other} and ${name}: keep one, or make it two events`);
    else if (!event.consumers.includes(service)) {
      faults.push(`${name} handles ${event.name}, whose contract does not name '${service}': add it to its consumers`);
    } else table.set(event.name, { event, worker });
  }
  for (const event of events) {
    if (event.consumers.includes(service) && !table.has(event.name)) {
      faults.push(
        `${event.name} names '${service}' as consumer, but has no worker: add one with @WhenEvent(${event.name})`,
      );
    }
  }
  if (faults.length > 0) {
    throw new EventWiringError(
      `The event workers of '${service}' have ${faults.length} fault(s):\n  ${faults.join('\n  ')}`,
    );
  }
  return table;
}
