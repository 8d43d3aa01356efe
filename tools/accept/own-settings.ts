import { ownDataAndPorts } from '../start/temporary-system.js';

/** Returns the settings of a system that has a data folder and ports of its own. */
export const ownSettings = async (directory: string) => ({
  ...(await ownDataAndPorts(directory)),
  AUTH_RATE_LIMITS: '100000',
  // Node does not resolve the pages' own hosts.
  VIEWER_ORIGIN_PATTERN: '',
});
