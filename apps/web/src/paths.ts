import { ownScreens } from '@haru/contracts';
import { generatePath, matchPath } from 'react-router-dom';
import { texts } from './texts/ja.js';

export const screens = {
  publish: { path: '/', title: texts.tagline },
  dashboard: { path: '/?view=dashboard', title: texts.header.dashboard },
  ...ownScreens,
} as const;

export type Screen = keyof typeof screens;

/** The server serves the queues' pages; they are not part of the app. */
export const QUEUES_PATH = '/admin/queues';

/** Tells which screen an address shows. Any address that is not another screen's is the main app with its two views. */
export function screenOf({ pathname, search }: { pathname: string; search: string }): Screen {
  const own = Object.entries(ownScreens).find(([, { path }]) => matchPath(path, pathname));
  if (own) return own[0] as Screen;
  return new URLSearchParams(search).get('view') === 'dashboard' ? 'dashboard' : 'publish';
}

export const editPath = (id: string): string => generatePath(screens.edit.path, { id });

/** This state of the edit screen says that the previous entry of the browser's history is the list of pages. */
export const fromList = 'fromList';

export const publishedPath = (id: string): string => `${screens.publish.path}?published=${id}`;

export const publishedIdIn = ({ search }: { search: string }): string | null =>
  new URLSearchParams(search).get('published');

export const ownCasePath = (id: string): string => `${screens.case.path}?id=${id}`;

export const examplePath = (name: string): string => `${screens.publish.path}?example=${name}`;

export const exampleIn = ({ search }: { search: string }): string | null => new URLSearchParams(search).get('example');
