import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { root } from '../common/workspace.js';
import { gatewayHeap, memoryEnvironment, sitesWorkerHeap, viewerHeap } from '../start/processes/process-table.js';
import { composeServices } from './compose-file.js';

const container = z.object({ command: z.array(z.string()).default([]) });
const deployment = z.looseObject({
  kind: z.literal('Deployment'),
  spec: z.looseObject({ template: z.looseObject({ spec: z.looseObject({ containers: z.tuple([container]) }) }) }),
});

function commandInKubernetes(name: string): string[] {
  const documents = parseAllDocuments(readFileSync(join(root, 'k8s/base/processes', `${name}.yaml`), 'utf8'));
  const [found] = documents.flatMap((document) => deployment.safeParse(document.toJS()).data ?? []);
  return found?.spec.template.spec.containers[0].command ?? [];
}

const isHeapFlag = (argument: string): boolean => /^--(?:max-|min-|heap-)/.test(argument);

it.each([
  ['gateway', gatewayHeap],
  ['sites-viewer', viewerHeap],
  ['sites-worker', sitesWorkerHeap],
] as const)('%s has one heap with npm start, in Compose and in Kubernetes: its memory limit is one', (name, flags) => {
  expect(commandInKubernetes(name).filter(isHeapFlag)).toEqual(flags);
  expect(composeServices()[name]?.command?.filter(isHeapFlag)).toEqual(flags);
});

it('every process has the same memory options with npm start and in the images', () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  for (const [name, value] of Object.entries(memoryEnvironment)) expect(dockerfile).toContain(` ${name}=${value}`);
});
