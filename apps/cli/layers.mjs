/** From the bottom up; what the lists mean stands in `.dependency-cruiser.mjs`. */
export default [['errors.ts'], ['arguments.ts', 'http'], ['files'], ['api.ts', 'output.ts'], ['commands'], ['main.ts']];
