import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOnPath } from '@haru/testing';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { root } from '../start/settings.js';

const run = promisify(execFile);

const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), labels: z.record(z.string(), z.string()).default({}) }),
});
/** One object for the Kubernetes API. */
export type Manifest = z.output<typeof manifestSchema>;

export const overlays = ['local', 'production', 'production-keda'] as const;

/** What `kubectl apply -k k8s/overlays/<overlay>` would send. @throws Error when neither kubectl nor kustomize is there */
export async function renderOverlay(overlay: (typeof overlays)[number]): Promise<Manifest[]> {
  const folder = join(root, 'k8s/overlays', overlay);
  const kubectl = await findOnPath('kubectl');
  const kustomize = kubectl ? undefined : await findOnPath('kustomize');
  const program = kubectl ?? kustomize;
  if (!program)
    throw new Error('k8s/ cannot be rendered: put kubectl (1.27 or newer) or kustomize (5 or newer) on the PATH');
  const { stdout } = await run(program, [kubectl ? 'kustomize' : 'build', folder], { maxBuffer: 16 * 1024 * 1024 });
  return parseAllDocuments(stdout).map((document) => manifestSchema.parse(document.toJS()));
}
