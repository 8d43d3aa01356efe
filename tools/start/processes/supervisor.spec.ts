import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { temporaryDirectory, waitFor } from '@haru/testing';
import { supervise } from './supervisor.js';

const WRITE_STEADILY = `process.send('ready'); setInterval(() => console.log('a line'), 50)`;

it('goes on without a log that cannot be written, and writes it again as soon as it can be', async () => {
  const directory = await temporaryDirectory('haru-supervisor-');
  const logDirectory = join(directory.path, 'logs');
  const ignore = () => undefined;
  const options = { logDirectory, say: ignore, onRestart: ignore, onGiveUp: ignore };
  const supervised = supervise({ name: 'writer', args: ['-e', WRITE_STEADILY], env: {}, sources: [] }, options);
  await supervised.start();
  await mkdir(logDirectory);
  const readLog = () => readFile(join(logDirectory, 'writer.log'), 'utf8');
  expect(await waitFor(readLog, { what: 'the log' })).toContain('a line\n');
  await supervised.stop();
  await directory.remove();
});
