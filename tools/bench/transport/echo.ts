import { defineBroadcast, defineMessage } from '@haru/contracts';
import { z } from 'zod';

const echoSchema = z.object({ n: z.int(), text: z.string() });
export type Echo = z.infer<typeof echoSchema>;

export const echoMessages = {
  echo: defineMessage({ pattern: 'sites.benchEcho', request: echoSchema, reply: echoSchema, errors: [] }),
};

/** The same request on Nest's own transport. */
export const STOCK_PATTERN = 'bench.stockEcho';

/** Asks every replica to write its count to `EXECUTIONS:<round>`. */
export const reportExecutions = defineBroadcast({
  pattern: 'bench.reportExecutions',
  payload: z.object({ round: z.string() }),
});
export const EXECUTIONS = 'bench:executions';
