import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { root } from '../../common/workspace.js';

const limited = z.object({ resources: z.object({ limits: z.object({ memory: z.string() }) }) });
const deployment = z.looseObject({
  kind: z.literal('Deployment'),
  spec: z.looseObject({ template: z.looseObject({ spec: z.looseObject({ containers: z.tuple([limited]) }) }) }),
});

/** What k8s/base allows a process. */
export function memoryLimitMib(process: string): number {
  const file = join(root, 'k8s/base/processes', `${process}.yaml`);
  for (const document of parseAllDocuments(readFileSync(file, 'utf8'))) {
    const parsed = deployment.safeParse(document.toJS());
    const mebibytes =
      parsed.success && /^(\d+)Mi$/.exec(parsed.data.spec.template.spec.containers[0].resources.limits.memory);
    if (mebibytes) return Number(mebibytes[1]);
  }
  throw new Error(`${file} states no memory limit in Mi`);
}
