import { defineEvent } from '@haru/contracts';
import { z } from 'zod';

/** The event of these tests. */
export const thingHappened = defineEvent({
  name: 'thingHappened',
  payload: z.object({ n: z.int() }),
  consumers: ['sites'],
});
