import { rm } from 'node:fs/promises';
import { MissingProgramError } from '@haru/local-servers';
import { readSettings, StartError, type Settings } from './environment/settings.js';
import { StopStack } from './processes/stop-stack.js';
import { startSystem, type System } from './system.js';

const started = Date.now();

/** One line of progress, with the seconds since the start. */
export const say = (line: string): void =>
  console.log(`${`${Math.round((Date.now() - started) / 1000)}`.padStart(4)} s  ${line}`);

/**
 * Starts the system for `npm start` and `npm run dev`, prints the addresses, and on Ctrl-C, SIGTERM, SIGHUP or the end of
 * the parent process stops everything in order. A second Ctrl-C ends it immediately; the reaper ends the rest.
 */
export async function runSystem(
  mode: Settings['mode'],
  whenUp: (system: System, stops: StopStack) => Promise<void>,
): Promise<void> {
  const stops = new StopStack();
  let ending = false;
  const end = async (why: string, exitCode: number): Promise<void> => {
    if (ending) {
      console.log('\nEnding immediately.');
      process.exit(exitCode || 1);
    }
    ending = true;
    (exitCode ? console.error : console.log)(`\n${why}`);
    if (stops.size) console.log('Stopping …');
    const failures = await stops.run();
    for (const failure of failures) console.error(failure);
    if (failures.length) console.error('Stopped, though not in good order.');
    else if (stops.size) console.log('Stopped. Nothing is left running.');
    process.exit(failures.length ? 1 : exitCode);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void end(`Got ${signal}.`, 0));
  process.on('disconnect', () => void end('The command that started this has ended.', 0));
  // Writing to a closed terminal fails, and the system still has to stop in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

  try {
    const settings = readSettings(process.argv.slice(2), mode);
    const onFailure = (error: Error): void => void end(error.message, 1);
    const system = await startSystem(settings, { say, stops, onFailure });
    await stops.add('dev.json', () => rm(system.descriptionFile, { force: true }));
    await whenUp(system, stops);
    console.log(addresses(system));
  } catch (error) {
    // When the system stops during its start, the running steps fail: that is no error to report.
    if (ending) return;
    const isPlain = error instanceof StartError || error instanceof MissingProgramError;
    if (!isPlain) console.error(error);
    await end(isPlain ? error.message : 'The start failed.', 1);
  }
}

function addresses({ description, descriptionFile }: System): string {
  return [
    '',
    `  Haru is running in ${Math.round((Date.now() - started) / 1000)} s`,
    '',
    `  App       ${description.url}`,
    `  Pages     ${description.pagesUrl}`,
    `  Mailbox   ${description.mailUrl}`,
    `  For scripts: ${descriptionFile}`,
    '',
    '  Ctrl-C stops it; the data is kept.',
    '',
  ].join('\n');
}
