import { createElement, lazy, useState, type ComponentType } from 'react';

/** A part of the app whose code is loaded when it is first shown, or before that by `load`. */
export type LazyPart<Props extends object> = ComponentType<Props> & { load: () => Promise<unknown> };

/**
 * Loads once more after a first failure, which may come from a network that changes at that moment. After a second one the
 * part fails until the whole page is loaded again.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const again = async () => {
    await reloadStyles();
    return load();
  };
  const loadOnce = async () => {
    loaded ??= await load().catch(again);
    return loaded;
  };
  const Suspending = lazy(async () => ({ default: await loadOnce() }));

  function Part(props: Props) {
    // A part that is already loaded is shown without its fallback, which React keeps on the screen for at least 300 ms.
    // The component is chosen once, because another one in its place would lose its state.
    const [component] = useState<ComponentType<Props>>(() => loaded ?? Suspending);
    return createElement(component, props);
  }
  return Object.assign(Part, { load: loadOnce });
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
