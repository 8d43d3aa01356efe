/** One load, in a process of its own so that it can be kept to a core: JSON in, JSON out. */
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';

const { port, paths, headers, seconds, body, connections, marks } = JSON.parse(await text(process.stdin));
let sent = 0;

/** Each request has another text where the body has a mark. */
function withoutMarks() {
  sent++;
  const one = marks.oneOf[sent % marks.oneOf.length] ?? '';
  const unique = `${process.pid}.${sent}.`.padEnd(marks.unique.length, '0');
  return body.replace(marks.oneOfMark, one).replace(marks.unique, unique);
}

const result = await autocannon({
  url: `http://127.0.0.1:${port}`,
  connections,
  duration: seconds,
  requests: paths.map((path) => ({
    path,
    headers,
    ...(body ? { method: 'POST', body, setupRequest: (request) => ({ ...request, body: withoutMarks() }) } : {}),
  })),
});
process.stdout.write(
  JSON.stringify({
    requests: result.requests.total,
    perSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.errors,
    refusals: result.non2xx - (result['3xx'] ?? 0),
  }),
);
