import { Readable } from 'node:stream';
import { type JsonParts, jsonParts } from '@haru/service-runtime';
import { StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** An answer up to this size is sent in one write. */
const SHORT_BYTES = 65_536;

/** Streams an answer as JSON: a slow client keeps the page in memory, but not its larger escaped form. */
export function streamedJson<Answer>(answer: Answer): Answer | StreamableFile {
  const json = jsonParts(answer);
  if (json.bytes <= SHORT_BYTES) return answer;
  return new StreamableFile(streamOf(json), { type: 'application/json; charset=utf-8', length: json.bytes });
}

/** Does the same for an answer whose headers are set. */
export function sendStreamedJson(answer: unknown, reply: FastifyReply): void {
  const json = jsonParts(answer);
  if (json.bytes <= SHORT_BYTES) void reply.send(JSON.stringify(answer));
  else void reply.header('content-length', json.bytes).send(streamOf(json));
}

const streamOf = (json: JsonParts): Readable => Readable.from(json.parts());
