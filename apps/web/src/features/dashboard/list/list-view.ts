import { useState, useEffect, type RefObject } from 'react';
import { useMediaQuery } from '../../../components/hooks.js';
import { browserStore } from '../../../http/browser-storage.js';

export type ListView = 'grid' | 'list';

const KEY = 'haru-dashboard-view';

export function useListView(): [ListView, (view: ListView) => void] {
  const [view, setView] = useState<ListView>(() => (browserStore.load(KEY) === 'list' ? 'list' : 'grid'));
  return [
    view,
    (chosen) => {
      setView(chosen);
      browserStore.store(KEY, chosen);
    },
  ];
}

export const usePhoneWidth = (): boolean => useMediaQuery('(max-width: 639px)');

/** Calls back when the element comes into the window or leaves it; the function returned ends that. */
export type Watch = (element: Element, onChange: (isShown: boolean) => void) => () => void;

/** Each page in view costs memory and time, however large it is. */
const MAX_SHOWN = 6;
/** An element in view for a shorter time is only scrolled past. */
const PASSING_MS = 300;

/** One observer watches all elements of a list: one for each would cost time in every frame. */
export function createWatch(): Watch {
  const watched = new Map<Element, (isShown: boolean) => void>();
  const inView = new Set<Element>();
  let shown = new Set<Element>();
  const update = () => {
    const before = shown;
    shown = new Set([...inView].slice(0, MAX_SHOWN));
    for (const element of before) if (!shown.has(element)) watched.get(element)?.(false);
    for (const element of shown) if (!before.has(element)) watched.get(element)?.(true);
  };
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) inView[isIntersecting ? 'add' : 'delete'](target);
    update();
  });
  return (element, onChange) => {
    watched.set(element, onChange);
    observer.observe(element);
    return () => {
      watched.delete(element);
      inView.delete(element);
      observer.unobserve(element);
      update();
    };
  };
}

export function useInView(element: RefObject<Element | null>, watch: Watch): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    let timer: number | undefined;
    const stop = watch(current, (shows) => {
      window.clearTimeout(timer);
      if (shows) timer = window.setTimeout(() => setShown(true), PASSING_MS);
      else setShown(false);
    });
    return () => {
      window.clearTimeout(timer);
      stop();
    };
  }, [element, watch]);
  return isShown;
}
