import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { sendOddToolCalls } from '@haru/testing';
import { z } from 'zod';
import { root } from '../common/workspace.js';
import { signUp } from '../bench/harness/api.js';
import { withSystem } from '../bench/harness/bench.js';
import type { Check } from './check.js';
import { connectors } from './mcp/clients.js';
import { changeFiles, changePage } from './mcp/change-page.js';
import { startReplicas } from './mcp/replicas.js';

/** Other scenarios need prompts, resources, or tools of the tested server's own. */
const scenarios = [
  ['2026-07-28', ['server-stateless', 'tools-list', 'http-header-validation', 'dns-rebinding-protection']],
  ['2025-11-25', ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']],
] as const;

/** These checks of `server-stateless` call tools that only test servers have. */
const needTestTools = new Set([
  'sep-2575-missing-capability-http-400',
  'sep-2575-server-rejects-undeclared-capability',
  'sep-2575-server-no-independent-requests-on-stream',
  'sep-2575-server-no-log-without-loglevel',
]);

const FUZZ_CASES = 2_000;

/** MCP: the conformance tests, official clients before replicas that are killed between calls, and odd calls. */
export async function acceptMcp(check: Check): Promise<void> {
  await withSystem(
    async ({ description: { url, pids }, descriptionFile }) => {
      for (const [version, names] of scenarios) {
        for (const name of names) await checkScenario(check, url, name, version);
      }
      const replicas = await startReplicas(pids['gateway'] ?? 0, 3);
      try {
        for (const [client, connect] of Object.entries(connectors)) {
          const callTool = await connect(`${replicas.origin}/mcp`);
          await changePage(client, callTool, () => replicas.killLast(), check);
          await changeFiles(client, callTool, check);
        }
      } finally {
        await replicas.close();
      }
      await checkOddCalls(check, url, join(dirname(descriptionFile), 'logs'));
    },
    { AUTH_RATE_LIMITS: '100000' },
  );
}

async function checkScenario(check: Check, url: string, name: string, version: string): Promise<void> {
  const program = `${root}/node_modules/@modelcontextprotocol/conformance/dist/index.js`;
  const args = [program, 'server', '--url', `${url}/mcp`, '--scenario', name, '--spec-version', version];
  // It ends with an error if a check failed, and prints the checks all the same.
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error: unknown) =>
    outputSchema.parse(error),
  );
  const results = [...stripVTControlCharacters(stdout).matchAll(/\[([\w-]+)\s*\] (SUCCESS|FAILURE)/g)];
  const failed = results.flatMap(([, id = '', result]) => (result === 'FAILURE' && !needTestTools.has(id) ? [id] : []));
  check(`conformance, ${version}: ${name}`, results.length > 0 && failed.length === 0, {
    checks: results.length,
    failed,
  });
}

const outputSchema = z.object({ stdout: z.string() });

async function checkOddCalls(check: Check, url: string, logDirectory: string): Promise<void> {
  const token = await signUp(url);
  const credentials = [token, `${token}x`, 'haru_edit_not-a-key'];
  const { faults, codes } = await sendOddToolCalls({
    origin: url,
    credentials,
    count: FUZZ_CASES,
    concurrency: 12,
    seed: Number(process.env['FUZZ_SEED'] ?? 1),
  });
  check(
    `${FUZZ_CASES} odd calls have an answer without a fault or a credential`,
    faults.length === 0,
    faults.slice(0, 5),
  );
  check(
    'they were meaningful',
    ['done', 'VALIDATION_FAILED', '400'].every((code) => codes.has(code)),
    [...codes],
  );
  const logs = await Promise.all(
    (await readdir(logDirectory)).map(async (name) => ({
      name,
      text: await readFile(join(logDirectory, name), 'utf8'),
    })),
  );
  const holding = logs.filter(({ text }) => credentials.some((credential) => text.includes(credential)));
  check(
    'no log has a credential',
    logs.length > 0 && holding.length === 0,
    holding.map(({ name }) => name),
  );
}
