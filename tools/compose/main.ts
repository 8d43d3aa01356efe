/** `npm run compose` does what Compose itself cannot do for the system of docker-compose.yml. */
import { join, resolve } from 'node:path';
import { root } from '../common/workspace.js';
import { describeSystem } from './describe.js';
import { pinImages } from './pin-images.js';
import { containersToReplace, replaceable, replaceContainer } from './replace.js';

const usage = `npm run compose -- COMMAND

  replace [SERVICE…]   puts new containers of the images as they are by now in the place of all, one after the other
  pin                  writes the digests that the images of others have at their registries by now into .env
  describe FILE        writes addresses, keys and an admin of the running system, for the browser flows`;

const [command, ...args] = process.argv.slice(2);
if (command === 'replace' && args.every((service) => replaceable.includes(service))) {
  for (const container of await containersToReplace(args.length > 0 ? args : replaceable)) {
    console.log(`Replacing ${container.name} …`);
    await replaceContainer(container);
  }
} else if (command === 'describe' && args[0] !== undefined && args.length === 1) {
  const file = resolve(args[0]);
  const { url } = await describeSystem(file);
  console.log(`${url} is described in ${file}`);
} else if (command === 'pin' && args.length === 0) {
  for (const [name, image] of await pinImages(join(root, '.env'))) console.log(`${name}=${image}`);
} else {
  console.error(usage);
  process.exitCode = 2;
}
