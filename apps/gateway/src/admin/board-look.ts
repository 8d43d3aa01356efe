import type { UIConfig } from '@bull-board/api/typings/app';
import { queueTitles } from '@haru/contracts';

const common = {
  'font-sans': '"Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", "Yu Gothic UI", system-ui, sans-serif',
  'font-mono': 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  secondary: 'var(--muted)',
  'accent-foreground': 'var(--foreground)',
  sidebar: 'var(--card)',
  'sidebar-foreground': 'var(--foreground)',
  'sidebar-border': 'var(--border)',
};

/** The board uses the colours and fonts of the web app. */
export const boardTheme: UIConfig['theme'] = {
  light: {
    ...common,
    background: '#fbfaf7',
    foreground: '#1d1b19',
    primary: '#b52d52',
    'primary-foreground': '#ffffff',
    muted: '#f4f1eb',
    'muted-foreground': '#5c5650',
    accent: '#fbeef1',
    destructive: '#b3261e',
    border: '#e4dfd7',
    input: '#8f877d',
  },
  dark: {
    ...common,
    background: '#171513',
    foreground: '#f1ede7',
    card: '#211e1b',
    popover: '#211e1b',
    primary: '#ff8fab',
    'primary-foreground': '#2a0912',
    muted: '#2a2623',
    'muted-foreground': '#b3aba2',
    accent: '#35222a',
    destructive: '#ff8a80',
    border: '#3a3530',
    input: '#7d756c',
  },
};

const dayAndTime = { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

export const boardDates: UIConfig['dateFormats'] = {
  short: dayAndTime,
  common: dayAndTime,
  full: { year: 'numeric', ...dayAndTime },
};

const titles = Object.entries(queueTitles).map(
  ([name, title]) => `nav a[title='${name}'] > span::before { content: '${title}' / ''; }`,
);

/**
 * The board's class names end with a hash, and some of its styles are loaded later. Screen readers read only the
 * queues' own names.
 */
export const boardStyle = `
  #back { position: fixed; z-index: 100; top: 6px; right: clamp(16px, 2.5vw, 32px); padding: 0 12px; border: 1px solid var(--input); border-radius: 8px; background: var(--card); color: var(--foreground); font-size: 0.875rem; font-weight: 600; line-height: 42px; text-decoration: none; }
  @media (min-width: 769px) { :root { --header-height: 56px; } }
  #root {
    --state-selected: var(--accent);
    --sidebar-state-selected: var(--accent);
    --sidebar-state-selected-hover: var(--accent);
    header, header > a { background: var(--background); }
    header h1 { color: var(--foreground); font-weight: 700; }
    header ul { margin-right: 156px; }
    [class^='menuHeader-'], li:has(> button > .lucide-maximize) { display: none; }
    ul[class^='statusTabs-'] a { min-height: 44px; margin-bottom: 0; }
    ul[class^='statusTabs-'] a[aria-current] { background: none; font-weight: 700; }
    /* Changes of jobs and of queues are refused, so they are not offered. */
    li:has(.lucide-pencil, .lucide-files), [class^='card-'] [aria-haspopup='menu'], header:has(h1) ~ main [class^='trailing-'] { display: none; }
    nav a > span { display: grid; color: var(--muted-foreground); font-size: 0.75rem; }
    nav a > span::before { color: var(--sidebar-foreground); font-size: 0.9375rem; }
    ${titles.join('\n    ')}
    [class^='appVersion-'] { display: none; }
    /* The times of a job are in a line above its data, not in a column beside it. */
    :has(> [class^='sideInfo-']) { flex-direction: column; }
    [class^='sideInfo-'] { width: 100%; padding: 0; }
    ul[class^='timeline-'] { display: flex; flex-wrap: wrap; gap: 0 24px; padding: 0 0 8px; border: 0; font-weight: 400; text-align: start; }
    ul[class^='timeline-'] li { display: flex; align-items: baseline; gap: 8px; margin: 0; }
    ul[class^='timeline-'] li > small + small { margin: 0; }
    /* The duration of a step follows its time, in brackets. */
    ul[class^='timeline-'] li > small:has(+ small) { order: 1; }
    ul[class^='timeline-'] li > small:has(+ small)::before { content: '（'; }
    ul[class^='timeline-'] li > small:has(+ small)::after { content: '）'; }
    ul[class^='queueActions-'] button > svg { margin-top: 0; }
    kbd { background: var(--muted); color: var(--muted-foreground); }
    ul[class^='timeline-'] li > time::before { display: none; }
    [class^='tabContent-'] { max-width: none; font-family: var(--font-mono); font-size: 0.875rem; }
    [class^='card-'], [class^='details-'] { max-height: none; }
    /* A list shows the names, ids and times of its jobs, and why they failed; the link of an id leads to the rest. */
    [class^='card-'] > [class^='details-'], [class^='details-'] > [class^='contentWrapper-'] { display: contents; }
    h5[class^='jobName-'] { order: -1; font-weight: 700; }
    main:not(:has([aria-current][href*='status=failed'])) [class^='card-']:has(a[class^='jobLink-']) [class^='content-'] { display: none; }
    [role='tree'] { font-size: 0.8125rem; }
    /* The button that deletes all jobs is set apart. */
    ul[class^='queueActions-'] { width: 100%; }
    ul[class^='queueActions-'] > li:last-child { margin-left: auto; }
    ul[class^='queueActions-'] > li:last-child > * { color: var(--destructive); }
  }
`;

export const readerStyle = `
  .header-title-group::after { content: '閲覧のみ'; padding: 2px 10px; border-radius: 99px; background: var(--muted); font-size: 0.8125rem; }
`;
