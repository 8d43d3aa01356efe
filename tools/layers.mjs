/** From the bottom up; what the lists mean stands in `.dependency-cruiser.mjs`. */
export default [
  ['bootstrap', 'preload.mjs', 'register-typescript.mjs', 'jest.config.mjs', 'build', 'common'],
  ['mailbox', 'deploy', 'backup'],
  ['start'],
  ['admin', 'compose', 'dev'],
  ['test', 'bench'],
  ['accept'],
  ['bootstrap.mjs'],
];
