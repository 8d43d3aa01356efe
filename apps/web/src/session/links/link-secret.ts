import { screens, screenOf } from '../../paths.js';

type SecretScreen = 'manage' | 'case';

const secrets = new Map<SecretScreen, string>();

const takesSecret = (screen: string): screen is SecretScreen => screen === 'manage' || screen === 'case';

/** The secret is kept in memory only: after a reload the link has to be opened again. */
export function takeLinkSecret(): void {
  const { hash } = window.location;
  const screen = screenOf(window.location);
  if (!takesSecret(screen) || hash.length <= 1) return;
  secrets.set(screen, hash.slice(1));
  window.history.replaceState(window.history.state, '', screens[screen].path);
}

export const linkSecret = (screen: SecretScreen): string | undefined => secrets.get(screen);

/** Called once the secret has been used, or is known to be wrong. */
export function forgetLinkSecret(screen: SecretScreen): void {
  secrets.delete(screen);
}

/** A link that is opened over the screen changes only the fragment. The app has read it by then. */
export function onLinkSecret(notify: () => void): () => void {
  window.addEventListener('hashchange', notify);
  return () => window.removeEventListener('hashchange', notify);
}
