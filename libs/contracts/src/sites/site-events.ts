import { z } from 'zod';
import { defineEvent } from '../define-event.js';

/** A page was published; its aggregate is the site's id. */
export const sitePublished = defineEvent({
  name: 'sitePublished',
  payload: z.object({ siteId: z.uuid() }),
  consumers: ['sites'],
});
