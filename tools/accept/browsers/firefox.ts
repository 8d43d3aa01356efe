import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endProcess, endWithUs, temporaryDirectory, waitFor } from '@haru/local-servers';
import { z } from 'zod';
import type { TestedBrowser } from './tested-browser.js';

/** The answer to a call, or an event. */
interface Message {
  id?: number | null;
  result?: unknown;
  error?: string;
  message?: string;
  params?: { level?: string; text?: string };
}

const treeSchema = z.object({ contexts: z.array(z.object({ context: z.string() })) });
const dataSchema = z.object({ data: z.string() });
const valueSchema = z.object({ result: z.object({ value: z.string() }) });

/** Firefox without windows, by WebDriver BiDi, which it speaks itself. */
export async function startFirefox(program: string): Promise<TestedBrowser> {
  const profile = await temporaryDirectory('haru-firefox-');
  const child = spawn(program, ['--headless', '--profile', profile.path, '--remote-debugging-port', '0']);
  endWithUs(child);
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const address = await waitFor(() => /ws:\/\/\S+/.exec(output)?.[0], { timeoutMs: 30_000, what: 'Firefox' });
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');

  const errors: string[] = [];
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, params, result, error, message } = JSON.parse(String(data)) as Message;
    if (params?.level === 'error') errors.push(params.text ?? '');
    const call = waiting.get(id ?? 0);
    if (error === undefined) call?.resolve(result);
    else call?.reject(new Error(`${error}: ${message}`));
  });
  let calls = 0;
  const call = (method: string, params: object): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>();
    waiting.set(++calls, answer);
    socket.send(JSON.stringify({ id: calls, method, params }));
    return answer.promise;
  };

  await call('session.new', { capabilities: {} });
  await call('session.subscribe', { events: ['log.entryAdded'] });
  const context = treeSchema.parse(await call('browsingContext.getTree', {})).contexts[0]?.context;
  return {
    name: 'Firefox',
    errors,
    async resize(width, height) {
      await call('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    async open(url) {
      await call('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async evaluate(expression) {
      const script = { expression: `JSON.stringify(${expression})`, target: { context }, awaitPromise: false };
      return JSON.parse(valueSchema.parse(await call('script.evaluate', script)).result.value) as unknown;
    },
    async picture() {
      return dataSchema.parse(await call('browsingContext.captureScreenshot', { context })).data;
    },
    async close() {
      socket.close();
      await endProcess(child, 'SIGTERM');
      await profile.remove();
    },
  };
}
