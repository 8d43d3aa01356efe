import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOnPath, installWithPackageManager, MissingProgramError, type Say } from '@haru/local-servers';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { root } from '../common/workspace.js';

const run = promisify(execFile);

const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), labels: z.record(z.string(), z.string()).default({}) }),
});
/** One object for the Kubernetes API. */
export type Manifest = z.output<typeof manifestSchema>;

export const overlays = ['local', 'production', 'production-keda'] as const;

/** The oldest kubectl whose kustomize knows every field in k8s/. */
const OLDEST_MINOR = 27;
const NEEDED = `k8s/ is tested with kubectl 1.${OLDEST_MINOR} or kustomize 5, or newer: please put one of them on the PATH`;

/** True for `1.27.3`, `v1.30.0` and a package's `1:1.33.4-0`. */
export const isRecentKubectl = (version: string): boolean =>
  Number(/^(?:\d+:)?v?1\.(\d+)\./.exec(version)?.[1] ?? 0) >= OLDEST_MINOR;

/** The command that renders a folder, if this machine has a recent one. */
async function findRenderer(): Promise<string[] | undefined> {
  const kubectl = await findOnPath('kubectl');
  if (kubectl && isRecentKubectl(await kubectlVersion(kubectl))) return [kubectl, 'kustomize'];
  const kustomize = await findOnPath('kustomize');
  return kustomize === undefined ? undefined : [kustomize, 'build'];
}

async function kubectlVersion(kubectl: string): Promise<string> {
  const { stdout } = await run(kubectl, ['version', '--client', '--output=json']);
  return z.object({ clientVersion: z.object({ gitVersion: z.string() }) }).parse(JSON.parse(stdout)).clientVersion
    .gitVersion;
}

/**
 * Makes sure that overlays can be rendered: it installs kubectl where the system's package manager has a recent one.
 * @throws MissingProgramError with what to do
 */
export async function installRenderer(say: Say): Promise<void> {
  if (await findRenderer()) return;
  const apt = (await findOnPath('apt-cache')) ? await aptPackage() : undefined;
  const isOffered = apt ?? (await findOnPath('brew', 'apk', 'pacman'));
  if (!isOffered) throw new MissingProgramError(NEEDED);
  const packages = { apk: ['kubectl'], pacman: ['kubectl'], brew: ['kubernetes-cli'] };
  await installWithPackageManager(
    { what: 'kubectl', packages: apt ? { ...packages, 'apt-get': [apt] } : packages },
    say,
  );
  if (!(await findRenderer())) throw new MissingProgramError(NEEDED);
}

/** Vendors' repositories name the package `kubectl`, with version numbers of their own; in Debian 12 it is 1.20. */
async function aptPackage(): Promise<string | undefined> {
  const offered = async (name: string): Promise<string> =>
    /Candidate: (\d\S*)/.exec((await run('apt-cache', ['policy', name])).stdout)?.[1] ?? '';
  if (await offered('kubectl')) return 'kubectl';
  return isRecentKubectl(await offered('kubernetes-client')) ? 'kubernetes-client' : undefined;
}

/** What `kubectl apply -k k8s/overlays/<overlay>` would send. @throws MissingProgramError */
export async function renderOverlay(overlay: (typeof overlays)[number]): Promise<Manifest[]> {
  const renderer = await findRenderer();
  if (!renderer) throw new MissingProgramError(NEEDED);
  const [program = '', command = ''] = renderer;
  const folder = join(root, 'k8s/overlays', overlay);
  const { stdout } = await run(program, [command, folder], { maxBuffer: 16 * 1024 * 1024 });
  return parseAllDocuments(stdout).map((document) => manifestSchema.parse(document.toJS()));
}
