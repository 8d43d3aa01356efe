/** The layers are listed from the bottom up; `.dependency-cruiser.mjs` explains the lists. */
export default [['errors.ts'], ['arguments.ts', 'http'], ['files'], ['api.ts', 'output.ts'], ['commands'], ['main.ts']];
