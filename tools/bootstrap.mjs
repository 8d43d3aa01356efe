/**
 * What `npm start`, `npm run dev`, `npm test`, `npm run bench`, `npm run accept`, `npm run admin` and `npm run compose` run
 * first. It needs Node 20 and nothing installed: it installs what is missing, then hands over to the command's TypeScript under the Node 24
 * that npm installed.
 */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { handOver } from './bootstrap/hand-over.mjs';
import { InstallError, install } from './bootstrap/install.mjs';

const COMMANDS = ['start', 'dev', 'test', 'bench', 'accept', 'admin', 'compose'];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [command, ...args] = process.argv.slice(2);

if (!COMMANDS.includes(command)) {
  console.error(`Usage: node tools/bootstrap.mjs ${COMMANDS.join('|')} [arguments]`);
  process.exit(2);
}
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Haru needs Node 20 or newer to start from; this is ${process.version}.`);
  process.exit(1);
}

try {
  const node = await install(root, (line) => console.log(line));
  process.exitCode = await handOver({ root, node, command, args });
} catch (error) {
  console.error(error instanceof InstallError ? `\n${error.message}` : error);
  process.exitCode = 1;
}
