import { defineEvent } from '@haru/contracts';
import { z } from 'zod';

export const thingHappened = defineEvent({
  name: 'thingHappened',
  payload: z.object({ n: z.int() }),
  consumers: ['sites'],
});
