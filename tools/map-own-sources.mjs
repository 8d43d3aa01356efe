/**
 * Stack traces name lines of the workspace's TypeScript (`node --import ./tools/map-own-sources.mjs`). `--enable-source-maps`
 * reads the maps of all packages too, which is a tenth of the processor time of a service's start.
 */
import { setSourceMapsSupport } from 'node:module';

setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
