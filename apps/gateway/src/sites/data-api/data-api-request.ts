import { type RequestContext, ServiceError, siteColumns } from '@haru/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendStreamedJson } from '../../http/streamed-json.js';
import { type DataQuery, readDataQuery, withRange } from './data-query.js';
import { type Preferences, readPreferences } from './preferences.js';

export interface DataRequest extends Preferences {
  query: DataQuery;
  /** `Accept` asks for one object, not a list. */
  single: boolean;
}

export const objectType = 'application/vnd.pgrst.object+json';
const integerColumns: ReadonlySet<string> = new Set(
  Object.entries(siteColumns).flatMap(([name, type]) => (type === 'integer' ? [name] : [])),
);

type DataRow = Readonly<Record<string, unknown>>;

const listTypes = ['*/*', 'application/*', 'application/json', 'application/vnd.pgrst.array+json'];

/** @throws ServiceError PGRST100 and the like */
export function readDataRequest(request: FastifyRequest): DataRequest {
  const single = wantsSingle(request.headers.accept);
  const preferences = readPreferences([request.headers['prefer'] ?? []].flat().join(','));
  return { ...preferences, query: withRange(readDataQuery(request.url), request.headers.range), single };
}

/**
 * Tells whether `Accept` prefers one object to a list.
 * @throws ServiceError PGRST107 when it takes neither, or only without nulls, as a plan, as CSV and the like
 */
export function wantsSingle(accept = '*/*'): boolean {
  const [best] = mediaRanges(accept)
    .filter(
      ({ type, stripsNulls, quality }) => [objectType, ...listTypes].includes(type) && !stripsNulls && quality > 0,
    )
    .sort((one, other) => other.quality - one.quality);
  if (!best) throw new ServiceError('PGRST107', { message: `None of these media types are available: ${accept}` });
  return best.type === objectType;
}

function mediaRanges(accept: string) {
  // Commas and semicolons inside quotes separate nothing; an unclosed quote reaches to the end.
  return (accept.match(/(?:[^,"]|"[^"]*"?)+/g) ?? []).map((range) => {
    const [type = '', ...parameters] = (range.match(/(?:[^;"]|"[^"]*"?)+/g) ?? []).map((part) =>
      part.trim().toLowerCase(),
    );
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return {
      type: /^application\/vnd\.pgrst\.(?:object|array)$/.test(type) ? `${type}+json` : type,
      stripsNulls: parameters.some((parameter) => parameter.startsWith('nulls=')),
      quality: Number(quality) || 0,
    };
  });
}

/** The form is `0-24/573458`, with `*` for what is empty or was not counted. */
export function contentRange(offset: number, rows: number, total: number | undefined): string {
  return `${rows === 0 ? '*' : `${offset}-${offset + rows - 1}`}/${total ?? '*'}`;
}

/** A change answers nothing, the rows, or the single row. */
export function answerChange(
  { single, count, returns }: DataRequest,
  { rows, total }: { rows: readonly DataRow[]; total: number },
  reply: FastifyReply,
): void {
  if (count || returns) {
    void reply.header('content-range', contentRange(0, returns ? rows.length : 0, count ? total : undefined));
  }
  void reply.status(returns ? 200 : 204);
  if (returns) sendRows(single, rows, reply);
  else void reply.send();
}

/** Sends a list, or with `single` its only row. */
export function sendRows(single: boolean, rows: readonly DataRow[], reply: FastifyReply): void {
  void reply.type(`${single ? objectType : 'application/json'}; charset=utf-8`);
  const answers = rows.map(answerOf);
  sendStreamedJson(single ? answers[0] : answers, reply);
}

/** Services send the numbers of a row as text. */
function answerOf(row: DataRow): Record<string, unknown> {
  const values = Object.entries(row).map(([name, value]) => {
    const isNumber = integerColumns.has(name) && value !== null;
    return [name, isNumber ? Number(value) : value];
  });
  return Object.fromEntries(values) as Record<string, unknown>;
}

/** Only create-site inserts rows. */
export function refuseInsert({ caller }: RequestContext): never {
  throw new ServiceError('42501', {
    message: 'new row violates row-level security policy for table "sites"',
    ...(caller.role === 'anon' ? { status: 401 } : {}),
  });
}
