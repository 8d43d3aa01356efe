import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { root } from '../common/workspace.js';

const run = promisify(execFile);

const inspectedSchema = z.object({
  Id: z.string(),
  Name: z.string(),
  Config: z.object({ Labels: z.record(z.string(), z.string()), Env: z.array(z.string()).nullish() }),
  State: z.object({
    Running: z.boolean(),
    ExitCode: z.int(),
    Health: z.object({ Status: z.string() }).nullish(),
  }),
  NetworkSettings: z.object({
    Networks: z.record(z.string(), z.object({ IPAddress: z.string() })),
    Ports: z.record(z.string(), z.array(z.object({ HostPort: z.string() })).nullable()),
  }),
});

/** One container of a system under Compose. */
export interface Container {
  id: string;
  name: string;
  /** Its name in docker-compose.yml. */
  service: string;
  isRunning: boolean;
  isHealthy: boolean;
  exitCode: number;
  environment: Record<string, string>;
  /** Its address in Compose's network, where this machine reaches it on Linux. */
  address: string;
  /** Ports of this machine by the container's own. */
  publishedPorts: Record<number, number>;
}

/** @param text the output of `docker inspect` for some containers */
export function readContainers(text: string): Container[] {
  return z
    .array(inspectedSchema)
    .parse(JSON.parse(text) as unknown)
    .map(({ Id, Name, Config, State, NetworkSettings }) => ({
      id: Id,
      name: Name.replace(/^\//, ''),
      service: Config.Labels['com.docker.compose.service'] ?? '',
      isRunning: State.Running,
      isHealthy: State.Running && State.Health?.Status === 'healthy',
      exitCode: State.ExitCode,
      environment: Object.fromEntries(
        (Config.Env ?? []).map((line): [string, string] => {
          const [name = '', value = ''] = line.split(/=(.*)/s);
          return [name, value];
        }),
      ),
      address: Object.values(NetworkSettings.Networks)[0]?.IPAddress ?? '',
      publishedPorts: Object.fromEntries(
        Object.entries(NetworkSettings.Ports).flatMap(([port, bindings]) =>
          bindings?.[0] ? [[Number.parseInt(port), Number(bindings[0].HostPort)]] : [],
        ),
      ),
    }));
}

/** Compose takes the name of the folder, unless COMPOSE_PROJECT_NAME is set. */
export const projectName = (env: Record<string, string | undefined> = process.env): string =>
  (env['COMPOSE_PROJECT_NAME'] || basename(root)).toLowerCase().replace(/[^-_a-z0-9]/g, '');

export async function docker(...args: string[]): Promise<string> {
  const { stdout } = await run('docker', args, { maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** The running containers of the project, one-off ones left out. */
export async function runningContainers(): Promise<Container[]> {
  const filters = [`project=${projectName()}`, 'oneoff=False'].flatMap((label) => [
    '--filter',
    `label=com.docker.compose.${label}`,
  ]);
  const ids = (await docker('ps', '--quiet', '--no-trunc', ...filters)).split('\n').filter(Boolean);
  return ids.length === 0 ? [] : inspect(...ids);
}

/** @throws Error when no container of the service runs */
export async function containerOf(service: string): Promise<Container> {
  const found = (await runningContainers()).find((container) => container.service === service);
  if (!found) throw new Error(`No container of ${service} runs in the Compose project ${projectName()}.`);
  return found;
}

export async function inspect(...ids: string[]): Promise<Container[]> {
  return readContainers(await docker('inspect', ...ids));
}

/** Compose, as Docker's plug-in or as a program of its own; it reads our environment, .env and COMPOSE_FILE as always. */
export async function compose(...args: string[]): Promise<void> {
  const isPlugIn = await docker('compose', 'version').then(
    () => true,
    () => false,
  );
  const [program, ...first] = isPlugIn ? ['docker', 'compose'] : ['docker-compose'];
  await run(program ?? '', [...first, ...args], { cwd: root, maxBuffer: 16 * 1024 * 1024 });
}
