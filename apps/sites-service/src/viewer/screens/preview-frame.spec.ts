import { describe, expect, it } from '@jest/globals';
import { runInNewContext } from 'node:vm';
import { parse } from 'parse5';
import { PAGE_SANDBOX } from '../headers/page-security.js';
import { previewFrameOf } from './preview-frame.js';

const app = 'https://haru.example';
const { headers, body } = previewFrameOf({ appOrigin: app });

interface SentMessage {
  source: unknown;
  origin: string;
  data: unknown;
}

type Listener = (message: SentMessage) => void;

/** Runs the frame's script in a window of its own. */
function openFrame() {
  const source = /<script>(.*)<\/script>/s.exec(body.toString())?.[1] ?? '';
  const written: string[] = [];
  const listeners = new Set<Listener>();
  const posted: unknown[][] = [];
  const parent = { postMessage: (...sent: unknown[]) => posted.push(sent) };
  const addEventListener = (name: string, listener: Listener) => name === 'message' && listeners.add(listener);
  const framed: Record<string, string>[] = [];
  const document = {
    documentElement: { appendChild: (element: Record<string, string>) => framed.push(element) },
    createElement: (tag: string) => {
      const element: Record<string, unknown> = { tag, addEventListener: () => undefined };
      return Object.assign(element, { setAttribute: (name: string, value: string) => (element[name] = value) });
    },
    open: () => listeners.clear(),
    write: (html: string) => written.push(html),
    close: () => undefined,
    addEventListener: () => undefined,
  };
  const window = { parent, localStorage: {}, sessionStorage: {} };
  runInNewContext(source, {
    window,
    document,
    addEventListener,
    removeEventListener: (_name: string, listener: Listener) => listeners.delete(listener),
    Storage: class {},
    HTMLElement: class {},
  });
  const send = (message: Partial<SentMessage>) => {
    const whole = { source: parent, origin: app, data: null, ...message };
    for (const listener of [...listeners]) listener(whole);
  };
  return { written, framed, posted, send };
}

const page = { haruPreview: 'page', html: '\uFEFF<p>春', place: { x: 0, y: 0 } };

describe('the preview frame', () => {
  it('has the sandbox of a share link, is framed by the app alone and loads nothing', () => {
    const policy = headers[headers.indexOf('Content-Security-Policy') + 1];
    expect(policy).toBe(`${PAGE_SANDBOX}; frame-ancestors ${app}`);
    expect(headers).toContain('Permissions-Policy');
    expect(body.toString().replace(/<script>.*<\/script>/s, '')).not.toMatch(/\b(src|href)=/);
    const problems: string[] = [];
    parse(body.toString(), { onParseError: ({ code }) => problems.push(code) });
    expect(problems).toEqual([]);
  });

  it('tells the app that it is ready, and writes the page it gets', () => {
    const { written, posted, send } = openFrame();
    expect(posted).toEqual([[{ haruPreview: 'ready' }, app]]);
    send({ data: page });
    expect(written).toEqual(['<p>春']);
  });

  it('takes one page only', () => {
    const { written, send } = openFrame();
    send({ data: page });
    send({ data: page });
    expect(written).toHaveLength(1);
  });

  it('shows a static page in a frame without scripts', () => {
    const { written, framed, send } = openFrame();
    send({ data: { haruPreview: 'staticPage', html: '<p>春' } });
    send({ data: page });
    expect(framed).toMatchObject([{ tag: 'iframe', sandbox: '', referrerpolicy: 'no-referrer' }]);
    expect(framed[0]?.['srcdoc']).toMatch(
      /^<meta http-equiv="Content-Security-Policy" content="default-src 'none';.*">.*<p>春$/,
    );
    expect(written).toEqual([]);
  });

  it.each([
    ['another origin', { origin: 'https://elsewhere.example', data: page }],
    ['a page in a sandbox', { origin: 'null', data: page }],
    ['another window of the app', { source: {}, data: page }],
    ['something else', { data: 'page' }],
    ['no text', { data: { haruPreview: 'page', html: 1 } }],
  ])('ignores %s', (_name, message) => {
    const { written, send } = openFrame();
    send(message);
    expect(written).toEqual([]);
  });
});
