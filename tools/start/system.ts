import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, waitFor, type Say } from '@haru/local-servers';
import { BackupRunner, openVault } from '../backup/run-backups.js';
import { takeBackup } from '../backup/take-backup.js';
import { startMailbox } from '../mailbox/mailbox.js';
import { backupOptions, withoutCredentials } from './backups.js';
import { startNode } from '../common/run-command.js';
import { root } from '../common/workspace.js';
import { firstViewLine, startBuild } from './build.js';
import { takeDataDirectory, versionOfThis } from './environment/data-directory.js';
import type { DatabaseUrls } from './databases.js';
import { makeFirstAdmin } from './first-admin.js';
import { checkPorts } from './environment/ports.js';
import { plainLine } from './processes/log-lines.js';
import { migrationPlans, processPlans, type Wiring } from './processes/process-table.js';
import { readOrMakeSecrets } from './environment/secrets.js';
import { StartError, type Settings } from './environment/settings.js';
import type { StopStack } from './processes/stop-stack.js';
import { send } from './send.js';
import { startPostgres, startRedis } from './servers.js';
import { READY_WITHIN_MS, supervise, type ProcessPlan, type Supervised } from './processes/supervisor.js';

/** `.data/dev.json` describes a running system for scripts. */
export interface SystemDescription {
  url: string;
  anonKey: string;
  serviceRoleKey: string;
  mailUrl: string;
  /** Where published pages are for browsers. */
  pagesUrl: string;
  /** Where gateway and viewer listen on this machine. */
  gatewayUrl: string;
  viewerUrl: string;
  adminEmail: string;
  adminPassword: string;
  /** Process ids by name of the service, of which several may share a process. One that was started again has its new id. */
  pids: Record<string, number>;
  /** Where each of our processes serves its health and metrics, by name. */
  internalUrls: Record<string, string>;
  databaseUrls: DatabaseUrls;
  redisUrl: string;
}

export interface System {
  description: SystemDescription;
  /** Where the description is kept while the system runs. */
  descriptionFile: string;
  processes: readonly Supervised[];
  /** The addresses of the owners of the tables. */
  ownerUrls: DatabaseUrls;
}

export interface SystemOptions {
  say: Say;
  /** Takes what must be undone; who started the system runs it, also after a failure half-way. */
  stops: StopStack;
  /** Called when a running system cannot work any more. */
  onFailure: (error: Error) => void;
}

/** Starts everything on this machine and waits until the gateway is ready. @throws StartError with what is wrong. */
export async function startSystem(settings: Settings, { say, stops, onFailure }: SystemOptions): Promise<System> {
  const { ports, dataDirectory, host } = settings;
  await checkPorts(
    [
      { port: ports.app, what: 'the app', variable: 'PORT' },
      { port: ports.viewer, what: 'the viewer', variable: 'VIEWER_PORT' },
      { port: ports.smtp, what: 'the mailbox’s SMTP', variable: 'MAIL_SMTP_PORT' },
      { port: ports.mail, what: 'the mailbox’s page', variable: 'MAIL_WEB_PORT' },
    ],
    host,
  );
  const data = await takeDataDirectory(dataDirectory, settings.reset);
  await stops.add('the data folder', () => data.release());
  // The release 0.2.0, which had its own PostgreSQL only, did not note its version.
  const hasData = settings.servers ? data.madeBy !== undefined : existsSync(join(dataDirectory, 'postgres/PG_VERSION'));
  const isOld = data.madeBy !== versionOfThis() && hasData;
  if (settings.reset) say('Starting with empty data; the data so far is kept beside it');
  const secrets = await readOrMakeSecrets(dataDirectory);

  // Until dev.json is written there is nothing to update.
  let onRestart = (): void => undefined;
  const serverOptions = { settings, secrets, say, stops, onRestart: () => onRestart(), onGiveUp: onFailure };
  const [postgres, redis] = await Promise.all([
    startPostgres(serverOptions),
    startRedis(serverOptions),
    startMailbox({ host, smtpPort: ports.smtp, webPort: ports.mail, directory: join(dataDirectory, 'mail') }).then(
      (mailbox) => stops.add('the mailbox', () => mailbox.stop()),
    ),
    // An image has the builds and not the program that makes them.
    settings.mode === 'built' && existsSync(join(root, 'node_modules/nx')) ? build(say, stops) : undefined,
  ]);

  const wiring: Wiring = {
    databases: postgres.databases,
    redisUrl: redis.url,
    secrets,
    gatewayPort: settings.mode === 'built' ? ports.app : await freePort(),
    uploadsPort: await freePort(),
  };
  const backups = await backupOptions(settings, secrets, postgres.url, say);
  if (isOld) {
    say('Taking a backup before the update …');
    const { name } = await takeBackup(await openVault(backups), { ...backups, version: data.madeBy ?? '0.2.0' });
    say(`The backup ${name} is in ${withoutCredentials(backups.target)}`);
  }
  say('Bringing the databases up to date …');
  await Promise.all(migrationPlans(settings, wiring).map((plan) => runToEnd(plan, stops)));
  await data.noteVersion();

  const descriptionFile = join(dataDirectory, 'dev.json');
  const processes: Supervised[] = [];
  const describe = (): SystemDescription => ({
    url: settings.publicOrigin,
    anonKey: secrets.anonKey,
    serviceRoleKey: secrets.serviceRoleKey,
    mailUrl: `http://localhost:${ports.mail}`,
    pagesUrl: settings.pagesOrigin,
    gatewayUrl: `http://127.0.0.1:${wiring.gatewayPort}`,
    viewerUrl: `http://127.0.0.1:${ports.viewer}`,
    adminEmail: secrets.adminEmail,
    adminPassword: secrets.adminPassword,
    pids: {
      start: process.pid,
      postgres: postgres.server?.pid ?? 0,
      redis: redis.server?.pid ?? 0,
      ...Object.fromEntries(
        processes.flatMap(({ plan, pid }) => servicesOf(plan).map((service) => [service, pid ?? 0])),
      ),
    },
    internalUrls: Object.fromEntries(
      processes.flatMap(({ plan }) => {
        const port = plan.env['INTERNAL_PORT'];
        return port ? servicesOf(plan).map((service) => [service, `http://127.0.0.1:${port}`]) : [];
      }),
    ),
    databaseUrls: postgres.databases.urls,
    redisUrl: redis.url,
  });
  let writing = Promise.resolve();
  // The writes follow one another, because several processes may be started again together.
  const writeDescription = (): Promise<void> => {
    writing = writing.then(async () => {
      await writeFile(`${descriptionFile}.new`, `${JSON.stringify(describe(), null, 2)}\n`, { mode: 0o600 });
      await rename(`${descriptionFile}.new`, descriptionFile);
    });
    return writing;
  };

  const logDirectory = join(dataDirectory, 'logs');
  for (const group of processPlans(settings, wiring)) {
    say(`Starting ${group.map(({ name }) => name).join(', ')} …`);
    const options = { say, logDirectory, onGiveUp: onFailure, onRestart: () => onRestart() };
    const started = await Promise.all(
      group.map(async (planned) => {
        const plan = await withInternalPort(planned);
        const supervised = supervise(plan, options);
        await stops.add(plan.name, () => supervised.stop());
        await supervised.start();
        return supervised;
      }),
    );
    processes.push(...started);
  }
  const { gatewayUrl } = describe();
  await untilReady(`${gatewayUrl}/readyz`);
  await makeFirstAdmin({ ...secrets, url: gatewayUrl });
  await writeDescription();
  onRestart = () => void writeDescription().catch(onFailure);
  const runner = new BackupRunner(backups);
  runner.start();
  await stops.add('the backups', () => runner.stop());
  return { ownerUrls: postgres.databases.ownerUrls, description: describe(), descriptionFile, processes };
}

const servicesOf = ({ name, services = [name] }: ProcessPlan): readonly string[] => services;

/** For Haru processes, which report themselves when they are ready. */
async function withInternalPort(plan: ProcessPlan): Promise<ProcessPlan> {
  if (plan.isReady) return plan;
  const port = await freePort();
  return { ...plan, env: { ...plan.env, INTERNAL_HOST: '127.0.0.1', INTERNAL_PORT: String(port) } };
}

async function build(say: Say, stops: StopStack): Promise<void> {
  say('Building …');
  const started = Date.now();
  const running = startBuild();
  await stops.add('the build', () => running.stop());
  const { code, output } = await running.done;
  if (code !== 0) throw new StartError(`The build failed:\n${output}`);
  const budget = firstViewLine(output);
  say(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s${budget ? ` (${budget})` : ''}`);
}

/** Runs a process that ends by itself. @throws StartError with what it said, when it fails. */
async function runToEnd(plan: ProcessPlan, stops: StopStack): Promise<void> {
  const running = startNode(plan.args, { env: plan.env });
  await stops.add(plan.name, () => running.stop());
  const { code, output } = await running.done;
  if (code !== 0) throw new StartError(`${plan.name} failed:\n${plainLines(output)}`);
}

/** Leaves out what only a log needs. */
const plainLines = (output: string): string =>
  output
    .split('\n')
    .map((line) => plainLine(line, true))
    .filter((line) => line !== undefined)
    .join('\n');

async function untilReady(url: string): Promise<void> {
  let answer = '';
  try {
    await waitFor(
      async () => {
        const { status, text } = await send(url);
        answer = `${status} ${text}`;
        return status === 200;
      },
      { timeoutMs: READY_WITHIN_MS, what: 'the gateway to be ready', everyMs: 100 },
    );
  } catch (error) {
    throw new StartError(`The gateway does not become ready; it says: ${answer || 'nothing'}`, { cause: error });
  }
}
