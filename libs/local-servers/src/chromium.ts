import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findOnPath, installWithPackageManager, MissingProgramError, type Say } from './programs.js';

/** The shell has no windows: it starts and draws with a third less processor time, and is a smaller package. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * Finds a Chromium that runs: on the PATH, else installed through the system's package manager with a Japanese font.
 * @throws MissingProgramError with what to do, when there is none and none can be installed
 */
export async function findChromium(say: Say): Promise<string> {
  const present = await findWorking();
  if (present) return present;
  await install(say);
  const installed = await findWorking();
  if (installed) return installed;
  throw new MissingProgramError(
    'Chromium was installed, but does not run. Please install Chromium or Chrome and try again.',
  );
}

/** Debian has a separate package of the shell, Ubuntu and others only have the whole browser. */
async function install(say: Say): Promise<void> {
  const shell = { what: 'Chromium', packages: { 'apt-get': ['chromium-headless-shell', 'fonts-noto-cjk'] } };
  const browser = {
    what: 'Chromium',
    packages: {
      'apt-get': ['chromium', 'fonts-noto-cjk'],
      dnf: ['chromium', 'google-noto-sans-cjk-fonts'],
      apk: ['chromium', 'font-noto-cjk'],
      pacman: ['chromium', 'noto-fonts-cjk'],
      zypper: ['chromium', 'noto-sans-cjk-fonts'],
    },
  };
  try {
    await installWithPackageManager(shell, say);
  } catch (error) {
    if (!(error instanceof MissingProgramError)) throw error;
    await installWithPackageManager(browser, say);
  }
}

/** Ubuntu's chromium-browser may be a stub that only points to a snap, so each is asked for its version. */
async function findWorking(): Promise<string | undefined> {
  for (const name of [...NAMES, MAC]) {
    const path = name === MAC ? MAC : await findOnPath(name);
    if (!path) continue;
    const works = await promisify(execFile)(path, ['--version'], { timeout: 20_000 }).then(
      () => true,
      () => false,
    );
    if (works) return path;
  }
  return undefined;
}
