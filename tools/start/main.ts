/** `npm start`: the whole system on this machine, from its builds. */
import { runSystem } from './run.js';

await runSystem('built', async () => undefined);
