import { Transform } from 'node:stream';
import type { FastifyInstance, RawServerDefault } from 'fastify';
import type { Admission } from './admission.js';

/** Asks for the body of a request that passed its checks, and counts one whose size the head did not say as it comes. */
export function admitBodies(server: FastifyInstance<RawServerDefault>, admission: Admission): void {
  server.addHook('preParsing', async (request, reply, payload) => {
    if (request.headers.expect !== undefined) reply.raw.writeContinue();
    if (request.headers['transfer-encoding'] === undefined) return payload;
    return payload.pipe(
      new Transform({
        transform(part: Buffer, _encoding, done) {
          const refusal = admission.countBytes(request.raw, part.length);
          if (refusal) done(refusal);
          else done(null, part);
        },
      }),
    );
  });
}
