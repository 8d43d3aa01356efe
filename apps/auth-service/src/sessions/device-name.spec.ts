import { describe, expect, it } from '@jest/globals';
import { deviceName } from './device-name.js';

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)';
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('deviceName', () => {
  it.each([
    [`${iPhone} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/126.0 Safari/537.36 Edg/126.0`,
      'Microsoft Edge',
      'Windows',
    ],
    [`Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/124.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/126.0 Safari/537.36`, 'Chrome', 'macOS'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox', 'Linux'],
  ])('of %s is %s on %s', (userAgent, browser, system) => {
    expect(deviceName(userAgent)).toEqual({ browser, system });
  });

  it.each([[null], [''], ['curl/8.1'], ['この端末'], ['x'.repeat(300)]])('of %j is not known', (userAgent) => {
    expect(deviceName(userAgent)).toEqual({ browser: null, system: null });
  });
});
