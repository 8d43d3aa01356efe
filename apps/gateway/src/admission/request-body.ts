import { Transform } from 'node:stream';
import type { FastifyInstance, RawServerDefault } from 'fastify';
import type { Admission } from './admission.js';

/** Asks for the body of an admitted request. A body of unknown size is counted as it arrives. */
export function admitBodies(server: FastifyInstance<RawServerDefault>, admission: Admission): void {
  server.addHook('preParsing', async (request, reply, payload) => {
    if (request.headers.expect !== undefined) reply.raw.writeContinue();
    if (request.headers['transfer-encoding'] === undefined) return payload;
    const counted = new Transform({
      transform(part: Buffer, _encoding, done) {
        const refusal = admission.countBytes(request.raw, part.length);
        if (refusal) done(refusal);
        else done(null, part);
      },
    });
    // Otherwise a body that is cut off would never end.
    payload.once('error', (error) => counted.destroy(error));
    return payload.pipe(counted);
  });
}
