import { defineMessage } from '@haru/contracts';
import { z } from 'zod';

const echoSchema = z.object({ n: z.int(), text: z.string() });
export type Echo = z.infer<typeof echoSchema>;

/** Nest's own transport sends it under the same pattern. */
export const echo = defineMessage('sites.benchEcho', { request: echoSchema, reply: echoSchema });
