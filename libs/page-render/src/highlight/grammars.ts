import type { LanguageRegistration } from '@shikijs/core';

/** Code in these languages is coloured. The package has a file for each, also for short names such as `js`. */
const names = new Set(
  (
    'bash c cpp csharp css dart diff docker go graphql html ini java javascript json jsx kotlin lua markdown php ' +
    'powershell python r ruby rust sql swift toml tsx typescript vue xml yaml ' +
    'sh shell zsh shellscript js mjs ts py rb rs kt cs yml md dockerfile ps1'
  ).split(' '),
);

const otherNames: Partial<Record<string, string>> = {
  ...{ console: 'bash', jsonc: 'json', json5: 'json', golang: 'go', 'c#': 'csharp', 'c++': 'cpp' },
  ...{ svg: 'xml', htm: 'html' },
};

/** @returns the name of the grammar; undefined for an unknown language */
export function grammarOf(language: string): string | undefined {
  const given = language.toLowerCase();
  const name = otherNames[given] ?? given;
  return names.has(name) ? name : undefined;
}

/** A grammar is loaded when a page first has code in its language. @param name as `grammarOf` returns it */
export async function loadGrammar(name: string): Promise<LanguageRegistration[]> {
  const grammar = (await import(`@shikijs/langs/${name}`)) as { default: LanguageRegistration[] };
  return grammar.default;
}
