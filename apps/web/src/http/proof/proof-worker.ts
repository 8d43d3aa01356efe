import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

// It runs in a Web Worker: the screen does not wait for the derivations.
handler({ deriveKey });
