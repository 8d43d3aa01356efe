/** What a process of a build does before it imports anything (`node --import ./tools/preload.mjs`). */
import { createRequire, setSourceMapsSupport } from 'node:module';

// Stack traces name lines of the workspace's TypeScript. `--enable-source-maps` reads the maps of all packages too, which is a
// tenth of the processor time of a service's start.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });

// An import of node:http reads these getters, which load undici: 3 MB of heap in each process, and nobody uses them.
const http = createRequire(import.meta.url)('node:http');
for (const name of ['WebSocket', 'CloseEvent', 'MessageEvent']) delete http[name];
