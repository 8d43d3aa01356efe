import { createElement, lazy, useState, type ComponentType } from 'react';

export type LazyPart<Props extends object> = ComponentType<Props> & { load: () => Promise<unknown> };

/** Loads once more after a first failure, because the network may change. After a second one only a reload helps. */
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

/**
 * Vite requests a part's style sheets only once. Without this, a second try would show the part without a sheet that
 * failed.
 */
async function reloadStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(links.filter(isMissing).map(loadOnceMore));
}

/** Chromium keeps a sheet that failed to load, but its rules cannot be read; ours can be. */
function isMissing({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet === null || sheet.cssRules.length === 0;
  } catch {
    return true;
  }
}

/** The first element stays: it may belong to another part that is still loading. */
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
