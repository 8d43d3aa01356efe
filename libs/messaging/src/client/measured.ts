import type { RequestContext } from '@haru/contracts';
import { withSpan } from '@haru/service-runtime';
import { clientDurations, outcomeOf, type RpcOutcome, secondsSince } from '../wire/rpc-metrics.js';

/** Runs a call in a span of its own and measures its duration, by its outcome. */
export async function measured<Reply>(
  pattern: string,
  context: RequestContext,
  call: (traced: RequestContext) => Promise<Reply>,
): Promise<Reply> {
  const startedAt = performance.now();
  const end = (outcome: RpcOutcome): void => clientDurations.of(pattern, outcome).observe(secondsSince(startedAt));
  try {
    const reply = await withSpan('client', pattern, context, call);
    end('ok');
    return reply;
  } catch (error) {
    end(outcomeOf(error));
    throw error;
  }
}
