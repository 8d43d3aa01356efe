import { type EdgeRoute, edgeRouteOf, edgeRoutes } from '@haru/contracts';
import { join } from 'node:path';
import { root } from '../common/workspace.js';

/** Larger bodies are files and archives. */
const MAX_BUFFERED_BYTES = 16 * 1_048_576;

type Host = EdgeRoute['host'];
type LinesOf = (host: Host, routes?: readonly EdgeRoute[]) => string[];

/** The routes in these files are made from the contracts' table; the rest is written by hand. */
export const edgeFiles: { file: string; linesOf: LinesOf }[] = [
  { file: join(root, 'tools/deploy/edge.conf'), linesOf: nginxLocations },
  { file: join(root, 'k8s/base/routes.yaml'), linesOf: httpRouteRules },
];

const hosts: readonly Host[] = ['app', 'pages'];
const variables: Record<EdgeRoute['service'], string> = {
  gateway: '$gateway',
  web: '$web',
  'sites-viewer': '$viewer',
  'sites-uploads': '$uploads',
};
const ports: Record<EdgeRoute['service'], number> = {
  gateway: 3000,
  web: 8080,
  'sites-viewer': 3001,
  'sites-uploads': 3002,
};

/**
 * Replaces the lines between `# Routes of <host> …` and `# End of routes`, with the indentation of the first.
 * @throws Error if the text has no such lines
 */
export function withRoutes(text: string, linesOf: LinesOf): string {
  return hosts.reduce((written, host) => {
    const part = new RegExp(`^( *)(# Routes of ${host}\\b.*)\\n[^]*?^ *# End of routes$`, 'm');
    if (!part.test(written)) throw new Error(`there is no place for the routes of ${host}`);
    return written.replace(part, (_part, indent: string, first: string) =>
      [first, ...linesOf(host), '# End of routes'].map((line) => indent + line).join('\n'),
    );
  }, text);
}

/** nginx takes the location of an exact path first, and the patterns in their order. */
export function nginxLocations(host: Host, routes = edgeRoutes): string[] {
  const ofHost = routes.filter((route) => route.host === host);
  const isFirst = ({ path, isExact = false }: EdgeRoute, at: number) =>
    ofHost.findIndex((other) => other.path === path && (other.isExact ?? false) === isExact) === at;
  // nginx allows one location for each pattern, so it also forwards the methods of the other service.
  return ofHost.filter(isFirst).map(({ path, isExact, methods, service, seconds, maxBodyBytes, isSecret }) => {
    const pattern = isExact ? `= ${path}` : path === '/' ? path : `~ ^${path.replaceAll('.', '\\.')}(?:/|$)`;
    const bodies = routes
      .filter((route) => route.service === service && route.seconds === seconds)
      .map((route) => route.maxBodyBytes);
    const others = methods && edgeRouteOf({ host, url: path, method: '' }, routes)?.service;
    return [
      `location ${pattern} {`,
      // nginx writes the address of a request into each line of its error log.
      ...(isSecret ? ['error_log /dev/null emerg;'] : []),
      // The process itself refuses what is larger than its route allows, with an error that its clients can read.
      `client_max_body_size ${nginxSize(Math.max(...bodies))};`,
      `proxy_read_timeout ${seconds}s;`,
      // The process limits the large bodies in flight. nginx would buffer them without such a limit.
      ...(maxBodyBytes > MAX_BUFFERED_BYTES ? ['proxy_request_buffering off;'] : []),
      ...(others
        ? [`if ($request_method !~ ^(?:${methods.join('|')})$) { proxy_pass http://${variables[others]}; }`]
        : []),
      `proxy_pass http://${variables[service]};`,
      '}',
    ].join(' ');
  });
}

function nginxSize(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.ceil(bytes / 1_024)}k` : `${Math.ceil(bytes / 1_048_576)}m`;
}

/** The Gateway API has no limit for bodies, and takes the longest path that matches. */
export function httpRouteRules(host: Host, routes = edgeRoutes): string[] {
  const ofHost = routes.filter((route) => route.host === host);
  const targets = new Set(ofHost.map(targetOf));
  return [...targets].flatMap((target) => [
    '- matches:',
    ...ofHost.filter((route) => targetOf(route) === target).flatMap(matchesOf),
    ...target.split('\n'),
  ]);
}

function targetOf({ service, seconds }: EdgeRoute): string {
  return `  backendRefs: [{ name: ${service}, port: ${ports[service]} }]\n  timeouts: { request: ${seconds}s }`;
}

function matchesOf({ path, isExact, methods }: EdgeRoute): string[] {
  const match = `path: { type: ${isExact ? 'Exact' : 'PathPrefix'}, value: ${path} }`;
  return methods?.map((method) => `    - { ${match}, method: ${method} }`) ?? [`    - ${match}`];
}
