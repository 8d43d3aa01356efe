import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { composeVariables } from '../deploy/compose-file.js';
import { docker } from './containers.js';

/** The images of others with the tags of docker-compose.yml, by the variable that names each. */
export const taggedImages = (): Map<string, string> =>
  new Map(
    [...composeVariables()].flatMap(([name, [tag = '']]) => (name.endsWith('_IMAGE') ? [[name, tag] as const] : [])),
  );

/**
 * Pulls the image that each tag names at its registry, and writes `tag@digest` of each into an environment file,
 * whose other lines stay. @throws Error when one cannot be pulled; nothing is written then.
 */
export async function pinImages(file: string): Promise<Map<string, string>> {
  const pinned = new Map<string, string>();
  for (const [name, tag] of taggedImages()) {
    await docker('pull', '--quiet', tag);
    pinned.set(name, withDigest(tag, await docker('image', 'inspect', '--format', '{{json .RepoDigests}}', tag)));
  }
  const text = existsSync(file) ? await readFile(file, 'utf8') : '';
  // The file may contain secrets.
  await writeFile(`${file}.new`, withVariables(text, pinned), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return pinned;
}

/**
 * @param repoDigests what Docker knows of an image, as in `["postgres@sha256:…"]`: the digests that registries gave it
 * @throws Error when it came from no registry
 */
export function withDigest(tag: string, repoDigests: string): string {
  const repository = tag.replace(/:[^/:]*$/, '');
  const digests = z.array(z.string()).parse(JSON.parse(repoDigests));
  const digest = digests.find((one) => /@sha256:[0-9a-f]{64}$/.test(one) && one.startsWith(`${repository}@`));
  if (digest === undefined) throw new Error(`${tag} has no digest of a registry: it was made on this machine.`);
  return `${tag}@${digest.slice(repository.length + 1)}`;
}

/** The environment file with these variables set; its other lines stay. */
export function withVariables(text: string, variables: ReadonlyMap<string, string>): string {
  const rest = text.split('\n').filter((line) => !variables.has(line.split('=')[0] ?? ''));
  while (rest.at(-1) === '') rest.pop();
  return [...rest, ...[...variables].map(([name, value]) => `${name}=${value}`), ''].join('\n');
}
