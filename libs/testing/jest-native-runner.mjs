/**
 * Jest's test framework runs here with modules that Node evaluates instead of Jest. Jest would evaluate every module
 * again for each spec file, which takes seconds for TypeORM, Nest and zod. Here all spec files of a process share their
 * modules, so what a module keeps in its variables is there in the next spec file, too.
 */
import { createRequire, registerHooks, syncBuiltinESMExports } from 'node:module';
import { pathToFileURL } from 'node:url';
import threads from 'node:worker_threads';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { setGlobals } from './jest-native-globals.mjs';

// They are loaded by their addresses, as in jest-global-setup.mjs.
const hooks = ['preload.mjs', 'register-typescript.mjs'].map(
  (file) => new URL(`../../tools/${file}`, import.meta.url).href,
);
for (const hook of hooks) await import(hook);

/** Threads of services under test evaluate TypeScript too. */
threads.Worker = class extends threads.Worker {
  constructor(file, options) {
    super(file, {
      ...options,
      execArgv: ['--conditions=@haru/source', ...hooks.flatMap((hook) => ['--import', hook])],
    });
  }
};
syncBuiltinESMExports();

const require = createRequire(import.meta.url);
const { default: runWithCircus } = require('jest-circus/runner');
const globalsUrl = new URL('./jest-native-globals.mjs', import.meta.url).href;
/** Jest's test framework stores its listeners and the value of `jest.setTimeout` under this key. */
const HANDLERS = Symbol.for('EVENT_HANDLERS');
const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === '@jest/globals' ? { url: globalsUrl, shortCircuit: true } : nextResolve(specifier, context),
});

/** This is a `testRunner` of Jest, which runs one spec file. */
export default async function runNatively(globalConfig, config, _environment, _runtime, specFile, sendMessageToJest) {
  const moduleMocker = new ModuleMocker(globalThis);
  const fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  const environment = { global: globalThis, moduleMocker, fakeTimersModern };
  const runtime = {
    requireInternalModule: requireAgain,
    requireModule: require,
    setGlobalsForRuntime: (globals) => setGlobals({ ...globals, jest: jestObject(moduleMocker, fakeTimersModern) }),
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (file) => import(pathToFileURL(file).href),
    enterTestCode: () => undefined,
    leaveTestCode: () => undefined,
  };
  // Jest's own hook knows the source maps of its transforms only; Node's knows those of the modules here.
  Error.prepareStackTrace = undefined;
  try {
    return await runWithCircus(globalConfig, config, environment, runtime, specFile, sendMessageToJest);
  } finally {
    fakeTimersModern.dispose();
    moduleMocker.restoreAllMocks();
    delete globalThis[TIMEOUT];
  }
}

/** Loads the test framework without the state of the previous spec file. */
function requireAgain(file) {
  delete globalThis[HANDLERS];
  delete require.cache[file];
  return require(file);
}

/** Has the members of `jest` that do not concern modules. */
function jestObject(mocker, timers) {
  const jest = {
    fn: mocker.fn.bind(mocker),
    spyOn: mocker.spyOn.bind(mocker),
    restoreAllMocks: () => mocker.restoreAllMocks(),
    useFakeTimers(options) {
      timers.useFakeTimers(options);
      return jest;
    },
    useRealTimers() {
      timers.useRealTimers();
      return jest;
    },
    advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
    advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
    setTimeout(ms) {
      globalThis[TIMEOUT] = ms;
      return jest;
    },
  };
  return jest;
}
