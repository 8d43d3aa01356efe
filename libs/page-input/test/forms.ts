import { readFileSync } from 'node:fs';

export interface Form {
  name: string;
  text: string;
  html: string;
  fileName: string;
  kind: string;
  steps: string[];
  /** More than one where a person has to choose. */
  results: string[];
}

/**
 * Reads the forms of a file. Each starts with `@@ name (crlf, file x)`, then come the text (or `@html` and `@text` of
 * the clipboard), `@> kind steps` and the result: `=` is the text itself, and `@|` separates choices.
 */
export function readForms(file: string): Form[] {
  const all = readFileSync(new URL(file, import.meta.url), 'utf8');
  return all
    .split(/^@@ /m)
    .slice(1)
    .map((form) => {
      const [, name = '', options = '', given = '', kind = '', steps = '', expected = ''] =
        /^(.+?)(?: \((crlf|file .+)\))?\n([^]*?)^@> (\w+)(?: (\S+))?\n([^]*)$/m.exec(form) ?? [];
      const [html = '', text = given] = given.startsWith('@html\n') ? given.slice(6).split('@text\n') : [];
      const ended = (part: string) => (options === 'crlf' ? part.replaceAll('\n', '\r\n') : part);
      const withoutEnd = (part: string) => ended(part.replace(/\n$/, ''));
      return {
        name,
        html,
        text: withoutEnd(text),
        fileName: options.startsWith('file ') ? options.slice(5) : '',
        kind,
        steps: steps === '' ? [] : steps.split(','),
        results: expected === '=\n' ? [withoutEnd(text)] : expected.split('@|\n').map(withoutEnd),
      };
    });
}
