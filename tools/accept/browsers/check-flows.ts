import { waitFor } from '@haru/local-servers';
import { z } from 'zod';
import type { System } from '../../start/system.js';
import type { Check } from '../check.js';
import { publish } from './check-screens.js';
import type { TestedBrowser } from './tested-browser.js';

type Description = System['description'];

const PAGE = '<!doctype html><title>春の読書会</title><h1>春の読書会</h1>\n<p>14時から</p>';
const TIMEOUT_MS = 30_000;
/** The editor is in a shadow tree. */
const EDITOR = `document.querySelector('[data-code]')?.shadowRoot?.querySelector('.cm-content')`;

/** Six things that people do. A failed step is counted, and the next flow starts from the beginning. */
export async function checkFlows(browser: TestedBrowser, system: Description, check: Check): Promise<void> {
  const email = `${browser.name.toLowerCase()}-${Date.now()}@example.com`;
  const at = actionsIn(browser);
  const flows: Record<string, () => Promise<unknown>> = {
    'publish by drop': async () => {
      await browser.open(system.url);
      await at.button('公開する');
      // The part that takes files is loaded after the first view.
      await at.text('ファイルを選ぶ');
      const files = `((data) => (data.items.add(new File([${JSON.stringify(PAGE)}], 'page.html', { type: 'text/html' })), data))(new DataTransfer())`;
      await at.send(['dragenter', 'dragover', 'drop'], 'document.body', files);
      await at.text('page.html');
      await at.press('公開する');
      await at.text('公開しました');
    },
    'publish by paste': async () => {
      await browser.open(system.url);
      await at.button('公開する');
      await browser.evaluate(`document.activeElement?.blur() ?? true`);
      await at.send(['paste'], 'document.body', textOf(PAGE));
      await at.press('公開する');
      await at.text('公開しました');
    },
    edit: async () => {
      await at.press('内容を編集');
      await at.text('変更はありません');
      await at.until(`Boolean(${EDITOR})`, 'the editor');
      await at.send(['paste'], EDITOR, textOf('<!-- 15時 -->'));
      await at.press('更新する');
      await at.text('更新しました');
    },
    compare: async () => {
      await at.press('履歴');
      await at.press('公開中と比較');
      await at.press('コード');
      await at.text('15時');
    },
    dashboard: async () => {
      await browser.open(`${system.url}/?view=dashboard`);
      await at.press('共有');
      await at.press('QRコード');
      await at.text('画像を保存');
    },
    report: async () => {
      await browser.open(`${system.url}/report`);
      await at.fill('通報するページのURL', await publish(system, PAGE));
      await browser.evaluate(`document.querySelector('input[type=radio]').click() ?? true`);
      await at.fill('内容', '銀行を装っています。');
      await at.press('通報する');
      await at.text('通報を受け付けました');
    },
    'sign up': async () => {
      await browser.open(`${system.url}/?view=dashboard`);
      await at.press('無料で登録');
      await at.fill('メールアドレス', email);
      await at.fill('パスワード', 'haru-password');
      await at.press('登録する');
      await at.text(email);
    },
  };
  for (const [name, flow] of Object.entries(flows)) {
    const failure = await flow().then(
      () => undefined,
      (error: unknown) => String(error),
    );
    check(`${browser.name}: ${name}`, failure === undefined, failure ?? 'done');
  }
}

const textOf = (text: string) =>
  `{ files: [], types: ['text/plain'], getData: (type) => (type === 'text/plain' ? ${JSON.stringify(text)} : '') }`;

/** Finds controls as people do: by their names and texts. */
function actionsIn(browser: TestedBrowser) {
  const until = async (script: string, what: string) =>
    waitFor(async () => z.boolean().parse(await browser.evaluate(script)), { timeoutMs: TIMEOUT_MS, what });
  const find = (name: string) => `[...document.querySelectorAll('button, a, [role=tab]')].find((control) =>
    (control.getAttribute('aria-label') ?? control.innerText).trim().startsWith(${JSON.stringify(name)}) && !control.disabled
    && control.getClientRects().length > 0)`;
  return {
    until,
    button: (name: string) => until(`Boolean(${find(name)})`, `the control ${name}`),
    press: (name: string) =>
      until(`((control) => control ? (control.click(), true) : false)(${find(name)})`, `the control ${name}`),
    text: (text: string) => until(`document.body.innerText.includes(${JSON.stringify(text)})`, `the text ${text}`),
    /** React notices only what the setter of the element's class wrote. */
    fill: (label: string, value: string) =>
      until(
        `((field) => {
          if (!field) return false;
          Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, ${JSON.stringify(value)});
          field.dispatchEvent(new Event('input', { bubbles: true }));
          return true;
        })([...document.querySelectorAll('label')].find((label) => label.innerText.trim().startsWith(${JSON.stringify(label)}))?.control)`,
        `the field ${label}`,
      ),
    /** A script can neither fill the clipboard nor drag, and Firefox makes no such events with data. */
    send: (types: string[], target: string, data: string) =>
      browser.evaluate(`${JSON.stringify(types)}.map((type) => {
        const data = ${data};
        const event = new Event(type, { bubbles: true, cancelable: true });
        return ${target}.dispatchEvent(Object.assign(event, { clipboardData: data, dataTransfer: data }));
      })`),
  };
}
