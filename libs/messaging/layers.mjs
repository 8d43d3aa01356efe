/** From the bottom up; what the lists mean stands in `.dependency-cruiser.mjs`. */
export default [['wire'], ['client', 'server'], ['index.ts']];
