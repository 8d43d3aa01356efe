import type { LanguageInput } from '@shikijs/core';

export interface Grammar {
  name: string;
  load: () => LanguageInput;
}

/** A grammar is loaded when a page first has code in its language. */
const loaders = {
  bash: () => import('@shikijs/langs/bash'),
  c: () => import('@shikijs/langs/c'),
  cpp: () => import('@shikijs/langs/cpp'),
  csharp: () => import('@shikijs/langs/csharp'),
  css: () => import('@shikijs/langs/css'),
  dart: () => import('@shikijs/langs/dart'),
  diff: () => import('@shikijs/langs/diff'),
  docker: () => import('@shikijs/langs/docker'),
  go: () => import('@shikijs/langs/go'),
  graphql: () => import('@shikijs/langs/graphql'),
  html: () => import('@shikijs/langs/html'),
  ini: () => import('@shikijs/langs/ini'),
  java: () => import('@shikijs/langs/java'),
  javascript: () => import('@shikijs/langs/javascript'),
  json: () => import('@shikijs/langs/json'),
  jsx: () => import('@shikijs/langs/jsx'),
  kotlin: () => import('@shikijs/langs/kotlin'),
  lua: () => import('@shikijs/langs/lua'),
  markdown: () => import('@shikijs/langs/markdown'),
  php: () => import('@shikijs/langs/php'),
  powershell: () => import('@shikijs/langs/powershell'),
  python: () => import('@shikijs/langs/python'),
  r: () => import('@shikijs/langs/r'),
  ruby: () => import('@shikijs/langs/ruby'),
  rust: () => import('@shikijs/langs/rust'),
  sql: () => import('@shikijs/langs/sql'),
  swift: () => import('@shikijs/langs/swift'),
  toml: () => import('@shikijs/langs/toml'),
  tsx: () => import('@shikijs/langs/tsx'),
  typescript: () => import('@shikijs/langs/typescript'),
  vue: () => import('@shikijs/langs/vue'),
  xml: () => import('@shikijs/langs/xml'),
  yaml: () => import('@shikijs/langs/yaml'),
} satisfies Record<string, LanguageInput>;

type Name = keyof typeof loaders;

const aliases: Partial<Record<string, Name>> = {
  ...{ sh: 'bash', shell: 'bash', zsh: 'bash', console: 'bash', shellscript: 'bash' },
  ...{ js: 'javascript', mjs: 'javascript', ts: 'typescript', jsonc: 'json', json5: 'json' },
  ...{ py: 'python', rb: 'ruby', rs: 'rust', kt: 'kotlin', golang: 'go', cs: 'csharp', 'c#': 'csharp', 'c++': 'cpp' },
  ...{ yml: 'yaml', md: 'markdown', dockerfile: 'docker', svg: 'xml', htm: 'html', ps1: 'powershell' },
};

export function grammarOf(language: string): Grammar | undefined {
  const given = language.toLowerCase();
  const name = aliases[given] ?? (isKnown(given) ? given : undefined);
  return name && { name, load: () => loaders[name] };
}

function isKnown(name: string): name is Name {
  return Object.hasOwn(loaders, name);
}
