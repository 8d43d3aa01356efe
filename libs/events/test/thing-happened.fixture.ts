import { defineEvent } from '@haru/contracts';
import { z } from 'zod';

export const thingHappened = defineEvent('thingHappened', {
  payload: z.object({ n: z.int() }),
  consumers: ['sites'],
});
