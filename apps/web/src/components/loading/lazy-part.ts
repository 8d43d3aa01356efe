import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/**
 * A part of the app whose code is loaded when it is first shown. One fault on the way is passed over, such as a network
 * that changes at that moment: what could not be loaded stays away until the whole page is loaded again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  const again = async () => {
    await reloadStyles();
    return load();
  };
  return lazy(async () => ({ default: await load().catch(again) }));
}

/** Vite asks for the styles of a part once: a fault with them fails the part, and a second try would do without. */
async function reloadStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(links.filter(isMissing).map(loadOnceMore));
}

/** Chromium leaves a sheet behind whose rules cannot be read where none could be loaded; our own can be read. */
function isMissing({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet === null || sheet.cssRules.length === 0;
  } catch {
    return true;
  }
}

/** The first one stays: it may be another part's, and still on its way. */
function loadOnceMore(link: HTMLLinkElement): Promise<unknown> {
  const copy = document.createElement('link');
  copy.rel = 'stylesheet';
  copy.crossOrigin = link.crossOrigin;
  return new Promise((resolve, reject) => {
    copy.onload = resolve;
    copy.onerror = () => reject(new Error(`the style ${link.href} could not be loaded`));
    copy.href = link.href;
    link.after(copy);
  });
}
