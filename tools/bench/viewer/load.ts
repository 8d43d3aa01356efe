import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithUs, findOnPath, installWithPackageManager } from '@haru/local-servers';

export const CONNECTIONS = 64;

export interface Load {
  port: number;
  /** Asked for in turn, over and over. */
  paths: readonly string[];
  /** Whether the answers are errors, which they must be all or none. */
  isError?: boolean;
  headers?: Record<string, string>;
  /** Sent with POST; without it GET. In each request `UNIQUE` is another text of that length. */
  body?: string;
  /** Of these the requests have one after the other where the body has `ONE_OF`. */
  oneOf?: readonly string[];
  connections?: number;
  seconds: number;
}

export const UNIQUE = '@unique@@@@@@@@@@@@@@@@@@@@@@';
export const ONE_OF = '@oneof@';

export interface Measured {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface LoadGenerator {
  name: string;
  /** @throws Error when connections failed or the answers were not what they should be */
  run(load: Load): Promise<Measured>;
}

/**
 * wrk from the PATH or the system's packages; else autocannon, which the faster servers outrun.
 * @param core where it is to stay; undefined leaves that to the system
 */
export async function findLoadGenerator(core: number | undefined, directory: string): Promise<LoadGenerator> {
  const say = (line: string) => console.log(`  ${line}`);
  if (!(await findOnPath('wrk'))) {
    const packages = { 'apt-get': ['wrk'], pacman: ['wrk'], brew: ['wrk'], zypper: ['wrk'] };
    await installWithPackageManager({ what: 'wrk', packages }, say).catch((error: Error) => say(error.message));
  }
  const wrk = await findOnPath('wrk');
  return wrk
    ? { name: 'wrk', run: (load) => runWrk(wrk, load, core, directory) }
    : { name: 'autocannon', run: (load) => runAutocannon(load, core) };
}

/** A command that stays on one core, where the system can do that. */
export function onCore(core: number | undefined, command: readonly string[]): string[] {
  return process.platform === 'linux' && core !== undefined
    ? ['taskset', '-c', String(core), ...command]
    : [...command];
}

async function runWrk(wrk: string, load: Load, core: number | undefined, directory: string): Promise<Measured> {
  const script = join(directory, 'wrk.lua');
  const body = join(directory, 'wrk.body');
  const unique = randomBytes(8).toString('hex');
  await writeFile(body, load.body ?? '');
  await writeFile(
    script,
    `local paths = {${load.paths.map((path) => `"${path}"`).join(',')}}
local body = io.open("${body}", "rb"):read("*a")
if body == "" then body = nil end
local oneOf = {${(load.oneOf ?? []).map((text) => `"${text}"`).join(',')}}
local requests, parts = {}, {}
local function split(text, mark)
  local from, to = text:find(mark, 1, true)
  if from then return {text:sub(1, from - 1), text:sub(to + 1)} end
  return {text}
end
function init()
  if body then parts = split(body, "${UNIQUE}") end
  if parts[2] then return end
  for index, path in ipairs(paths) do requests[index] = wrk.format(body and "POST" or "GET", path, nil, body) end
end
local at = 0
function request()
  if not parts[2] then
    at = at % #requests + 1
    return requests[at]
  end
  at = at + 1
  local head = parts[1]
  if #oneOf > 0 then head = head:gsub("${ONE_OF}", oneOf[at % #oneOf + 1]) end
  return wrk.format("POST", paths[1], nil, head .. string.format("${unique}%0${UNIQUE.length - 16}d", at) .. parts[2])
end
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d %d\\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), e.status, e.connect + e.read + e.write + e.timeout))
end
`,
  );
  const headers = Object.entries(load.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const output = await run(
    onCore(core, [
      ...[
        wrk,
        '-t1',
        `-c${load.connections ?? CONNECTIONS}`,
        `-d${load.seconds}s`,
        '--timeout',
        '30s',
        ...headers,
        '-s',
        script,
      ],
      `http://127.0.0.1:${load.port}`,
    ]),
  );
  const numbers = /^RESULT (.*)$/m.exec(output)?.[1]?.split(' ').map(Number);
  const [requests = 0, microseconds = 1, p50 = 0, p99 = 0, refusals = 1, failures = 1] = numbers ?? [];
  check(load, requests, refusals, failures);
  return { requests, perSecond: (requests * 1e6) / microseconds, p50Ms: p50 / 1000, p99Ms: p99 / 1000 };
}

async function runAutocannon(load: Load, core: number | undefined): Promise<Measured> {
  const script = fileURLToPath(new URL('autocannon-load.mjs', import.meta.url));
  const output = await run(
    onCore(core, [process.execPath, script]),
    JSON.stringify({
      connections: CONNECTIONS,
      ...load,
      marks: { unique: UNIQUE, oneOfMark: ONE_OF, oneOf: load.oneOf ?? [] },
    }),
  );
  const { failures, refusals, ...measured } = JSON.parse(output) as Measured & { failures: number; refusals: number };
  check(load, measured.requests, refusals, failures);
  return measured;
}

/** A server that refuses, or breaks off, is quick. */
function check({ isError = false }: Load, requests: number, refusals: number, failures: number): void {
  const isAsWanted = isError ? refusals === requests : refusals === 0;
  if (requests === 0 || failures > 0 || !isAsWanted) {
    throw new Error(`of ${requests} requests ${refusals} were answered with an error, and ${failures} failed`);
  }
}

async function run([command = '', ...args]: readonly string[], input = ''): Promise<string> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  endWithUs(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output}`);
  return output;
}
