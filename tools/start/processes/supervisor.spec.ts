import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryDirectory, waitFor, type TemporaryDirectory } from '@haru/testing';
import { supervise } from './supervisor.js';

describe('the log of a process', () => {
  let directory: TemporaryDirectory;
  let logDirectory: string;

  beforeEach(async () => {
    directory = await temporaryDirectory('haru-supervisor-');
    logDirectory = join(directory.path, 'logs');
  });
  afterEach(() => directory.remove());

  const start = async (work: string) => {
    const ignore = () => undefined;
    const plan = { name: 'writer', args: ['-e', `process.send('ready'); ${work}`], env: {}, sources: [] };
    const supervised = supervise(plan, { logDirectory, say: ignore, onRestart: ignore, onGiveUp: ignore });
    await supervised.start();
    return supervised;
  };

  it('is written as soon as it can be, and the process works without it', async () => {
    const supervised = await start(`setInterval(() => console.log('a line'), 50)`);
    await mkdir(logDirectory);
    const readLog = () => readFile(join(logDirectory, 'writer.log'), 'utf8');
    expect(await waitFor(readLog, { what: 'the log' })).toContain('a line\n');
    await supervised.stop();
  });

  it('begins again when it is large, and the one before it is kept', async () => {
    await mkdir(logDirectory);
    const supervised = await start(`
      let lines = 0;
      const write = () => lines++ < 100 ? process.stdout.write('x'.repeat(2 ** 20) + '\\n', write) : console.log('the last line');
      write();
    `);
    const readLog = () => readFile(join(logDirectory, 'writer.log'), 'utf8');
    await waitFor(async () => (await readLog()).includes('the last line'), { what: 'the last line' });
    await supervised.stop();
    const names = await readdir(logDirectory);
    expect(names.sort()).toEqual(['writer.log', 'writer.previous.log']);
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(logDirectory, name))).size));
    expect(Math.max(...sizes)).toBeLessThan(40 * 2 ** 20);
  });
});
