import { describe, expect, it } from '@jest/globals';
import { type RenderedComponent, renderComponent } from '../src/component/render-component.js';

function rendered(source: string, options?: Parameters<typeof renderComponent>[1]): RenderedComponent {
  const made = renderComponent(source, options);
  if ('code' in made) throw new Error(`${made.code} ${made.detail}`);
  return made;
}

describe('renderComponent', () => {
  it.each([
    ['export default function App() {}', 'App'],
    ['const App = () => <p/>; export default App;', '$default'],
    ['const App = () => <p/>; export { App as default };', 'App'],
    ['\uFEFFexport default () => <p/>', '$default'],
    ['export default class extends Object {}', '$default'],
    ['export default class App extends Object {}', 'App'],
    ["export const TEXT = 'a'; export function Counter() {}", 'Counter'],
  ])('shows what %s exports', (source, name) => expect(rendered(source).html).toContain(`$element(${name}))`));

  it('keeps the lines of the source, and no part of it ends the script', () => {
    const source = `import { Heart } from 'lucide-react';\nconst end: string = '</script><!--<SCRIPT>';\nlet i = 0<scripts;\nexport default () => <Heart/>`;
    const { html, lineOffset, libraries } = rendered(source);
    expect(html.split('\n')[lineOffset + 1]).toContain(String.raw`const end = '\x3c/script>\x3c!--<SCRIPT>'`);
    expect(html.split('\n')[lineOffset + 2]).toBe('let i = 0<scripts;');
    expect(libraries).toEqual(expect.arrayContaining([expect.stringMatching(/^lucide-react-/)]));
    expect(libraries.join()).not.toMatch(/recharts|tailwind/);
  });

  it.each([
    ['export default class App extends React.Component {}', true],
    ['const { useState } = React; export default () => <p/>', true],
    ['// import React hooks\nconst { useState } = React; export default () => <p/>', true],
    ["import React, { useState } from 'react'; export default () => <p>{React.version}</p>", false],
    ["import {\n  useState as React } from 'react'; export default React", false],
    ['const React = 1; export default () => <p>{React}</p>', false],
  ])('loads React for who names it without an import: %s', (source, isAdded) =>
    expect(rendered(source).html.includes('import * as React')).toBe(isAdded),
  );

  it('has the borders of Tailwind 3 where it uses classes', () => {
    expect(rendered('export default () => <p className="border"/>').html).toContain('border-color:#e5e7eb');
    expect(rendered('export default () => <p/>').html).not.toContain('border-color');
  });

  it.each([
    ['a md:bg-black md:bg-opacity-50 text-red-500', 'a md:bg-black/50 md:bg-opacity-50 text-red-500'],
    ['text-opacity-5 text-center flex\n text-red-500', 'text-opacity-5 text-center flex\n text-red-500/5'],
    ['bg-blue-500 p-2 hover:bg-opacity-80', 'bg-blue-500 p-2 hover:bg-blue-500/80'],
    ['bg-white hover:bg-[#0af] hover:bg-opacity-80', 'bg-white hover:bg-[#0af]/80 hover:bg-opacity-80'],
    ['text-center text-opacity-5 bg-opacity-50', 'text-center text-opacity-5 bg-opacity-50'],
  ])('keeps what Tailwind 3 shows through: %j', (classes, shown) => {
    const { html } = rendered(`export default () => <p className={\`${classes}\`} />`);
    expect(html).toContain(`className: \`${shown}\``);
  });

  it('shows a circle for an unknown icon, and keeps the lines of the import', () => {
    const source = `import {\n  Heart,\n  type LucideIcon, Made$Up as Up } from "lucide-react";\nexport default () => <p><Heart/><Up/></p>`;
    const { html, lineOffset } = rendered(source);
    expect(html.split('\n').slice(lineOffset, lineOffset + 4)).toEqual([
      "import * as $0 from 'lucide-react'; const {",
      '  Heart: Heart = $0.Circle,',
      ' Made$Up: Up = $0.Circle } = $0;',
      expect.stringContaining('$element(Up, null)'),
    ]);
  });

  it('takes a time that grows like the number of elements', () => {
    const items = Array.from({ length: 20_000 }, (_, at) => `<li key={${at}}>${at}</li>`);
    expect(rendered(`export default () => <ul>${items.join('')}</ul>`).html.includes('key: 19999')).toBe(true);
  });

  it('takes the title from the first heading, unless one is given', () => {
    const source = 'export default () => <h1 className="a">家計簿</h1>';
    expect(rendered(source).html).toContain('<title>家計簿</title>');
    expect(rendered(source, { title: '<b>' }).html).toContain('<title>&lt;b&gt;</title>');
  });

  it.each([
    ['import a from "lodash"; export default a', 'COMPONENT_IMPORT_UNKNOWN', 'lodash'],
    ['import "./a.css"; export default 1', 'COMPONENT_IMPORT_UNKNOWN', './a.css'],
    ['import a from "__proto__"; export default a', 'COMPONENT_IMPORT_UNKNOWN', '__proto__'],
    ['export default () => <p>', 'COMPONENT_INVALID', ''],
    [`export default () => ${'<b>'.repeat(100_000)}`, 'COMPONENT_INVALID', ''],
    ['const a = 1', 'COMPONENT_NOT_EXPORTED', ''],
    ['export const One = 1, Two = 2', 'COMPONENT_NOT_EXPORTED', ''],
  ])('says what is wrong with %.40s', (source, code, detail) =>
    expect(renderComponent(source)).toMatchObject({ code, detail: expect.stringContaining(detail) }),
  );
});
