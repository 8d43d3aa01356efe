import type { Trigger, TriggerFunction } from '@haru/database';

const TRANSITIONS = {
  INSERT: 'NEW TABLE AS new_rows',
  UPDATE: 'OLD TABLE AS old_rows NEW TABLE AS new_rows',
  DELETE: 'OLD TABLE AS old_rows',
};

/** Declares a trigger for each kind of statement, which sees its rows as `old_rows` and `new_rows`. */
export function onEachChange(name: string, run: TriggerFunction): Trigger[] {
  return Object.entries(TRANSITIONS).map(([event, referencing]) => ({
    name: `${name}_on_${event.toLowerCase()}`,
    on: `AFTER ${event}`,
    referencing,
    forEach: 'STATEMENT' as const,
    run,
  }));
}
