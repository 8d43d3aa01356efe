import { Component, createElement, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { texts } from '../../texts/ja.js';
import { ErrorNotice } from '../notices/notice.js';
import styles from './loading.module.css';

export type LazyPart<Props extends object> = ComponentType<Props> & { load: () => Promise<unknown> };

type Named<Name extends string> = Record<Name, (props: never) => ReactNode>;
type PropsOf<Part> = Part extends (props: infer Props extends object) => ReactNode ? Props : never;

interface LoadedPartProps {
  fallback?: ReactNode;
  failed?: ReactNode;
  children: ReactNode;
}

/** A part whose code could not be loaded does not affect the others. */
export function LoadedPart({
  fallback,
  failed = <ErrorNotice>{texts.dialogUnavailable}</ErrorNotice>,
  children,
}: LoadedPartProps) {
  return (
    <ErrorBoundary fallback={failed}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** The part shows `fallback` while its code is loading, and says so where it cannot be loaded. */
export function requiredPart<Name extends string, Module extends Named<Name>>(
  load: () => Promise<Module>,
  name: Name,
  fallback?: ReactNode,
): ComponentType<PropsOf<Module[Name]>> {
  const Part = lazyPart(load, name);
  return function Required(props) {
    return <LoadedPart fallback={fallback}>{createElement(Part, props)}</LoadedPart>;
  };
}

/** The screen is complete without this part, also where its code cannot be loaded. */
export function optionalPart<Name extends string, Module extends Named<Name>>(
  load: () => Promise<Module>,
  name: Name,
): ComponentType<PropsOf<Module[Name]>> {
  const Part = lazyPart(load, name);
  return function Optional(props) {
    return <LoadedPart failed={null}>{createElement(Part, props)}</LoadedPart>;
  };
}

/** React reports what was thrown to the console; this only keeps the screen useful. */
export class ErrorBoundary extends Component<{ fallback: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

/** It is shown while code is loading; hidden at first, so that a fast connection shows no flicker. */
export function Loading() {
  return (
    <p className={styles['loading']} role="status">
      {texts.loading}
    </p>
  );
}

/** Loads once more after a first failure, which helps where a style sheet failed: Chromium keeps a script's failure. */
export function lazyPart<Name extends string, Module extends Named<Name>>(
  load: () => Promise<Module>,
  name: Name,
): LazyPart<PropsOf<Module[Name]>> {
  type Props = PropsOf<Module[Name]>;
  let loaded: ComponentType<Props> | undefined;
  const again = async () => {
    await reloadStyles();
    return load();
  };
  const loadOnce = async () => {
    const part: unknown = loaded ?? (await load().catch(again))[name];
    return (loaded = part as ComponentType<Props>);
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

/** Vite requests a style sheet only once: a second try would show the part without the sheet that failed. */
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
