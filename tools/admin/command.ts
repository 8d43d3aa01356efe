import { parseArgs } from 'node:util';
import { adminRoles, type AccountOverview, type AdminRole } from '@haru/contracts';
import { type AdminApi, AdminApiError } from './admin-api.js';

export const usage = `npm run admin -- COMMAND

  grant EMAIL [--role admin|moderator]   admin if left out
  revoke EMAIL
  list                                   everybody with a role
  ban EMAIL --reason TEXT                with all its pages
  unban EMAIL [--reason TEXT]
  grant-path EMAIL --path PATH [--reason TEXT]   also a reserved one, such as the name of a brand
  stop PATH --reason TEXT
  restore PATH [--reason TEXT]
  attack-mode on|off [--reason TEXT]     everything without a registered account needs a proof of work
  backup                                 takes a backup and waits for it
  verify [NAME]                          restores the newest backup, or this one, into a server of its own and compares
  restore --backup NAME|latest           puts a backup in place of the data of a system that is stopped

It talks to the system of npm start, or to HARU_URL with SERVICE_ROLE_KEY. Each act goes into the audit log.`;

/** The command line is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const withoutReason = 'コマンドラインからの操作';

/** Runs one command. @returns what to print. @throws UsageError, AdminApiError */
export async function runAdminCommand(
  args: readonly string[],
  api: AdminApi,
  say: (line: string) => void = () => undefined,
): Promise<string> {
  const { command, target, reason, role, path } = readCommand(args);
  switch (command) {
    case 'list':
      return (await api.staff()).map(describe).join('\n') || 'No account has a role.';
    case 'grant':
      return describe(await api.setRole((await api.accountOf(target)).id, role, reason ?? withoutReason));
    case 'revoke':
      return describe(await api.setRole((await api.accountOf(target)).id, null, reason ?? withoutReason));
    case 'ban':
      return describe(await api.ban((await api.accountOf(target)).id, needed(reason)));
    case 'unban':
      return describe(await api.unban((await api.accountOf(target)).id, reason ?? withoutReason));
    case 'grant-path': {
      if (!path) throw new UsageError('grant-path needs --path.');
      await api.grantPath((await api.accountOf(target)).id, path, reason ?? withoutReason);
      return `${target} may use ${path}.`;
    }
    case 'stop':
    case 'restore': {
      const site = await api.moderate(command, target, command === 'stop' ? needed(reason) : (reason ?? withoutReason));
      return `${site.path}  ${site.stopped_at === null ? 'not stopped' : `stopped: ${site.stopped_reason ?? ''}`}`;
    }
    case 'attack-mode':
      return describeMode(await api.setAttackMode(isOn(target), reason ?? withoutReason));
    case 'backup':
    case 'verify': {
      const run = await api.runBackup({ kind: command, ...(target ? { backup: target } : {}) }, say);
      return `${run.backup} ${command === 'backup' ? 'is complete' : 'has everything'}.`;
    }
    default:
      throw new UsageError(`There is no command ${command || '(none)'}.`);
  }
}

interface Command {
  command: string;
  target: string;
  reason: string | undefined;
  role: AdminRole;
  path: string | undefined;
}

const withoutTarget = new Set(['list', 'backup', 'verify']);

function readCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  const [command = '', target = '', ...more] = positionals;
  if (more.length > 0) throw new UsageError(`What is ${more.join(' ')}? A reason of several words needs quotes.`);
  if (!withoutTarget.has(command) && target === '') throw new UsageError(`${command || 'A command'} of whom or what?`);
  const role = adminRoles.find((name) => name === (values.role ?? 'admin'));
  if (role === undefined) throw new UsageError(`There is no role ${values.role}.`);
  return { command, target, reason: values.reason, role, path: values.path };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { reason: { type: 'string' }, role: { type: 'string' }, path: { type: 'string' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function isOn(target: string): boolean {
  if (target === 'on' || target === 'off') return target === 'on';
  throw new UsageError('attack-mode on, or attack-mode off?');
}

function describeMode({ since }: { since: string | null }): string {
  return since === null ? 'The attack mode is off.' : `The attack mode is on since ${since}.`;
}

function needed(reason: string | undefined): string {
  if (reason?.trim()) return reason;
  throw new UsageError('It needs --reason: the owner gets to read it.');
}

function describe({ email, id, role, ban }: AccountOverview): string {
  const banned = ban === null ? '' : `  banned: ${ban.reason ?? 'no reason noted'}`;
  return `${email ?? id}  ${role ?? 'no role'}${banned}`;
}

/** Whether the message is all that the person needs to see. */
export const isPlain = (error: unknown): error is Error =>
  error instanceof UsageError || error instanceof AdminApiError;
