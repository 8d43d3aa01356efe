/** The layers stand from the bottom up; `.dependency-cruiser.mjs` says what the lists mean. */
export default [['wire'], ['client', 'server'], ['index.ts']];
