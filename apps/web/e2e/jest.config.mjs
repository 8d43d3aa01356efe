import preset from '../../../jest.preset.mjs';

// The gallery needs Vite's development server, whose first start takes longer than other flows.
const hasGallery = process.env.HARU_ACCEPT === '1' || process.env.HARU_SCREENSHOTS !== undefined;

/** Runs browser flows over a running system: they start no servers, and two files run at a time. */
export default {
  ...preset,
  testMatch: ['<rootDir>/*.flow.spec.ts'],
  testPathIgnorePatterns: hasGallery ? [] : ['gallery.flow.spec.ts'],
  globalSetup: undefined,
  globalTeardown: undefined,
  maxWorkers: 2,
};
