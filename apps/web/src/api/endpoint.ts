import type { HttpRoute } from '@haru/contracts';
import type { z } from 'zod';
import type { ApiRequest } from './api.js';

/** Every query key contains it, so that another account in this browser never gets the cached answers. */
export interface OfAccount {
  account: string;
}

/** The body of a call that a screen makes as the wire has it. */
export type BodyOf<Route extends { body: z.ZodType }> = z.input<Route['body']>;

type Answer<Route extends HttpRoute> = z.output<Route['answer']>;
type Input<Route, Part extends 'body' | 'query'> =
  Route extends Record<Part, infer Schema extends z.ZodType> ? Record<Part, z.input<Schema>> : object;

type RouteRequest<Route extends HttpRoute> = Input<Route, 'body'> &
  Input<Route, 'query'> &
  Pick<ApiRequest, 'headers' | 'timeoutMs' | 'hasCodeField'> & { params?: Record<string, string> };

interface Endpoint<Arg, Data> {
  query: (arg: Arg) => ApiRequest;
  transformResponse: (answer: unknown) => Data;
}

export function callOf<Route extends HttpRoute>(route: Route, request: RouteRequest<Route>): ApiRequest {
  const { params = {}, query = {}, ...rest }: { params?: object; query?: object; body?: unknown } = request;
  const auth = authOf(route);
  return {
    ...rest,
    ...(auth ? { auth } : {}),
    method: route.method,
    path: addressOf(route.path, params, query),
    read: ({ data }) => route.answer.safeParse(data).data,
  };
}

/** Only endpoints that are loaded with their screens use it, because the schemas are too large for the first view. */
export function endpointOf<Route extends HttpRoute, Arg, Data = Answer<Route>>(
  route: Route,
  requestOf: (arg: Arg) => RouteRequest<Route>,
  take = (answer: Answer<Route>) => answer as Data,
): Endpoint<Arg, Data> {
  return {
    query: (arg) => callOf(route, requestOf(arg)),
    transformResponse: (answer) => take(answer as Answer<Route>),
  };
}

export const bodyEndpointOf = <Route extends HttpRoute & { body: z.ZodType }, Data = Answer<Route>>(
  route: Route,
  take?: (answer: Answer<Route>) => Data,
) => endpointOf(route, (body: BodyOf<Route>) => ({ body }) as RouteRequest<Route>, take);

export const accountQuery = <Route extends HttpRoute, Data, Tag extends string = never>(
  route: Route,
  take: (answer: Answer<Route>) => Data,
  ...providesTags: Tag[]
) => ({ ...endpointOf(route, (_of: OfAccount) => ({}) as RouteRequest<Route>, take), providesTags });

export function pagedEndpointOf<Route extends HttpRoute & { answer: z.ZodType<{ next: string | null }> }, Arg>(
  route: Route,
  requestOf: (arg: Arg, next: string | undefined) => RouteRequest<Route>,
) {
  const firstPage: string | undefined = undefined;
  return {
    ...endpointOf(route, ({ queryArg, pageParam }: { queryArg: Arg; pageParam: string | undefined }) =>
      requestOf(queryArg, pageParam),
    ),
    infiniteQueryOptions: {
      initialPageParam: firstPage,
      getNextPageParam: ({ next }: Answer<Route>) => next ?? undefined,
    },
  };
}

function addressOf(path: string, params: object, query: object): string {
  const values = new Map<string, unknown>(Object.entries(params));
  const filled = path.replaceAll(/:(\w+)/g, (_member, name: string) => encodeURIComponent(String(values.get(name))));
  const given = Object.entries(query).filter(([, value]) => (value ?? '') !== '');
  return given.length === 0
    ? filled
    : `${filled}?${new URLSearchParams(given.map(([k, v]) => [k, String(v)])).toString()}`;
}

function authOf({ access }: HttpRoute): ApiRequest['auth'] {
  if (access === 'open' || access === 'key') return undefined;
  return access === 'caller' ? 'optional' : 'required';
}
