import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { endWithUs, findOnPath, installWithPackageManager, temporaryDirectory } from '@haru/local-servers';
import { say } from './bench.js';
import { onCore } from './processes.js';

export const CONNECTIONS = 64;

interface WrkLoad {
  port: number;
  /** Asked for in turn, over and over. */
  paths: readonly string[];
  /** wrk adds a `Host` of its own unless one is given with this capital. */
  headers?: Record<string, string>;
  /** Sent with POST; without it GET. In each request `UNIQUE` is another text of that length. */
  body?: string;
  /** Each request has the next of these where the body has `ONE_OF`. */
  oneOf?: readonly string[];
  connections?: number;
  /** Each connection waits this long before each request; 0 when left out. */
  pauseMs?: number;
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

/** A page of so many bytes, of words in no order, so that it compresses as pages do. */
export function pageOf(bytes: number): string {
  const words = 'はる 貼る page style color 公開 grid today 春 border link small 一覧 margin under 時間'.split(' ');
  const parts = ['<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>bench</title></head><body>'];
  let length = Buffer.byteLength(parts.join(''));
  for (let seed = 48_271; ; seed = (seed * 48_271) % 2_147_483_647) {
    const part = `<p class="c${seed % 997}">${words[seed % words.length]} ${seed.toString(36)}</p>\n`;
    length += Buffer.byteLength(part);
    if (length > bytes) return parts.join('');
    parts.push(part);
  }
}

/** Sends a load. @throws Error when connections failed or an answer was no success */
export type Wrk = (load: WrkLoad) => Promise<Measured>;

/**
 * Finds or installs wrk, which no server here outruns.
 * @param core the core that it stays on; undefined leaves that to the system
 */
export async function findWrk(core?: number): Promise<Wrk> {
  if (!(await findOnPath('wrk'))) {
    const packages = { 'apt-get': ['wrk'], pacman: ['wrk'], brew: ['wrk'], zypper: ['wrk'] };
    await installWithPackageManager({ what: 'wrk', packages }, say);
  }
  const wrk = (await findOnPath('wrk')) ?? 'wrk';
  const directory = await temporaryDirectory('haru-wrk-');
  const [script, body] = [join(directory.path, 'wrk.lua'), join(directory.path, 'wrk.body')];
  return async (load) => {
    await writeFile(body, load.body ?? '');
    await writeFile(script, scriptOf(load, body));
    const headers = Object.entries(load.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const times = [`-c${load.connections ?? CONNECTIONS}`, `-d${load.seconds}s`, '--timeout', '30s'];
    const url = `http://127.0.0.1:${load.port}`;
    const child = spawn(...onCore(core, [wrk, '-t1', ...times, ...headers, '-s', script, url]), {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    endWithUs(child);
    const output = await text(child.stdout);
    const numbers = /^RESULT (.*)$/m.exec(output)?.[1]?.split(' ').map(Number);
    const [requests = 0, microseconds = 1, p50 = 0, p99 = 0, failures = 1] = numbers ?? [];
    // A server that refuses, or breaks off, is quick.
    if (requests === 0 || failures > 0) throw new Error(`${failures} of ${requests} requests failed:\n${output}`);
    return { requests, perSecond: (requests * 1e6) / microseconds, p50Ms: p50 / 1000, p99Ms: p99 / 1000 };
  };
}

function scriptOf({ paths, oneOf = [], pauseMs = 0 }: WrkLoad, bodyFile: string): string {
  const list = (texts: readonly string[]) => `{${texts.map((one) => `"${one}"`).join(',')}}`;
  return `local paths, oneOf = ${list(paths)}, ${list(oneOf)}
local body = io.open("${bodyFile}", "rb"):read("*a")
if body == "" then body = nil end
local requests, parts, at = {}, {}, 0
function init()
  local from, to
  if body then from, to = body:find("${UNIQUE}", 1, true) end
  if from then parts = {body:sub(1, from - 1), body:sub(to + 1)} return end
  for index, path in ipairs(paths) do requests[index] = wrk.format(body and "POST" or "GET", path, nil, body) end
end
function request()
  at = at + 1
  if not parts[2] then return requests[(at - 1) % #requests + 1] end
  local head = parts[1]
  if #oneOf > 0 then head = head:gsub("${ONE_OF}", oneOf[at % #oneOf + 1]) end
  local unique = "${randomBytes(8).toString('hex')}" .. string.format("%0${UNIQUE.length - 16}d", at)
  return wrk.format("POST", paths[1], nil, head .. unique .. parts[2])
end
${pauseMs > 0 ? `function delay() return ${pauseMs} end` : ''}
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d\\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), e.status + e.connect + e.read + e.write + e.timeout))
end
`;
}
