import preset from '../../jest.preset.mjs';

// Each spec has a Redis and several replicas of its own: two at a time would measure each other.
export default { ...preset, maxWorkers: 1 };
