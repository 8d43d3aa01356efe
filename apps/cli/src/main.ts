import { Api } from './api.js';
import { help, readArguments, type Options } from './arguments.js';
import type { CommandContext } from './commands/command.js';
import { login } from './commands/login.js';
import { mcp } from './commands/mcp.js';
import { list, open, remove, restore, versions } from './commands/pages.js';
import { publish, update } from './commands/publish.js';
import { watch } from './commands/watch.js';
import { CommandError, exitCodes, usageError } from './errors.js';
import { readSettings } from './files/settings.js';
import { Output } from './output.js';

declare const HARU_VERSION: string;

const commands: Readonly<Record<string, (operands: string[], context: CommandContext) => Promise<void>>> = {
  publish,
  update,
  watch,
  open,
  list,
  versions,
  restore,
  rm: remove,
  mcp,
};

async function run(command: string, operands: string[], options: Options): Promise<void> {
  const output = new Output(options.json);
  if (options.version) return void process.stdout.write(`${HARU_VERSION}\n`);
  if (options.help || command === '') return void process.stdout.write(help);
  if (command === 'login') return login(options, output);
  const act = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!act) throw usageError(`There is no command ${command}.`);
  const extra = operands.slice(command === 'restore' ? 2 : 1);
  if (extra.length > 0) throw usageError(`${command} takes one FILE: ${extra.join(' ')} is too much.`);
  const { host, key } = await readSettings(options);
  const api = new Api(host, key, () => output.progress('Solving a proof of work…'));
  return act(operands, { api, options, output });
}

try {
  const { command, operands, options } = readArguments(process.argv.slice(2));
  await run(command, operands, options);
} catch (error) {
  const fault = error instanceof CommandError ? error : new CommandError(exitCodes.failed, 'UNEXPECTED', String(error));
  new Output(process.argv.includes('--json')).fault(fault);
  process.exitCode = fault.exitCode;
}
