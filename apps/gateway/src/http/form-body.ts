import { ServiceError, unsubscribePath } from '@haru/contracts';
import type { FastifyInstance } from 'fastify';

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];
const formMaxBytes = 1_024;

/** Only the route for mailboxes takes a form, which is read and dropped; every other route refuses a form unread. */
export function readUnsubscribeForms(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(formTypes, { parseAs: 'string', bodyLimit: formMaxBytes }, (_request, _body, done) =>
    done(null, {}),
  );
  fastify.addHook('onRequest', async (request) => {
    const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (formTypes.includes(type) && request.routeOptions.url !== unsubscribePath) {
      throw new ServiceError('UNSUPPORTED_MEDIA_TYPE');
    }
  });
}
