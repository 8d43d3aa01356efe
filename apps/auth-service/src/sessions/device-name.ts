import Bowser from 'bowser';

interface DeviceName {
  browser: string | null;
  system: string | null;
}

const browsers = new Set(Object.values(Bowser.BROWSER_MAP));
const systems = new Set([...Object.values(Bowser.OS_MAP), 'iPhone', 'iPad']);

/** Only known names of a `User-Agent` are shown: it is free text, chosen by the one who signs in. */
export function deviceName(userAgent: string | null): DeviceName {
  // The parser refuses an empty text.
  if (!userAgent) return { browser: null, system: null };
  const { browser, os, platform } = Bowser.parse(userAgent);
  return {
    browser: knownOf(browsers, browser.name),
    // People know the device better than its system.
    system: knownOf(systems, platform.vendor === 'Apple' ? (platform.model ?? os.name) : os.name),
  };
}

function knownOf(names: ReadonlySet<string>, name: string | undefined): string | null {
  return name !== undefined && names.has(name) ? name : null;
}
