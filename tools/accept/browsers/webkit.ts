import { spawn } from 'node:child_process';
import { endProcess, endWithUs, freePort, waitFor } from '@haru/local-servers';
import { z } from 'zod';
import type { TestedBrowser } from './tested-browser.js';

const answerSchema = z.object({ value: z.unknown() });

/** WebKitGTK's MiniBrowser, driven by WebDriver; on a virtual screen where a program for one is given. */
export async function startWebKit(driver: string, screen: string | undefined): Promise<TestedBrowser> {
  const port = await freePort();
  const xvfb = screen === undefined ? undefined : await startScreen(screen);
  const env = { ...process.env, ...(xvfb && { DISPLAY: xvfb.display }) };
  const child = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], { stdio: 'ignore', env });
  endWithUs(child);

  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> => {
    const init = { method, ...(body && { body: JSON.stringify(body) }), signal: AbortSignal.timeout(30_000) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const { value } = answerSchema.parse(await response.json());
    if (!response.ok) throw new Error(`WebKit answered ${path} with ${JSON.stringify(value)}`);
    return value;
  };
  await waitFor(() => call('GET', '/status'), { what: 'WebKitWebDriver' });
  const opened = await call('POST', '/session', { capabilities: { alwaysMatch: {} } });
  const session = `/session/${z.object({ sessionId: z.string() }).parse(opened).sessionId}`;
  const evaluate = (expression: string): Promise<unknown> =>
    call('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] });
  return {
    name: 'WebKit',
    evaluate,
    async resize(width, height) {
      const inner = z.number().parse(await evaluate('outerWidth - innerWidth'));
      await call('POST', `${session}/window/rect`, { x: 0, y: 0, width: width + inner, height });
    },
    async open(url) {
      await call('POST', `${session}/url`, { url });
    },
    async picture() {
      return z.string().parse(await call('GET', `${session}/screenshot`));
    },
    async close() {
      await call('DELETE', session);
      await endProcess(child, 'SIGTERM');
      await xvfb?.stop();
    },
  };
}

async function startScreen(program: string): Promise<{ display: string; stop: () => Promise<void> }> {
  const args = ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  endWithUs(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const display = await waitFor(() => /\d+(?=\n)/.exec(output)?.[0], { what: 'Xvfb' });
  return { display: `:${display}`, stop: () => endProcess(child, 'SIGTERM') };
}
