import { escapeHtml } from '@haru/contracts';
import { screenWords } from './error-texts.js';
import { screenDocument } from './screen-document.js';

const text = {
  title: 'このページは確認中です',
  happened: '内容の確認が終わっていません。<br>注意が必要な内容が含まれていることがあります。',
  advice: 'パスワードやカード番号などを求められても、入力しないでください。',
  proceed: 'ページを表示する',
};

/** This button is secondary: the link to the home page is primary. */
const plain = 'background:none;color:var(--ink);border-color:var(--control)';

/**
 * Makes the notice that visitors first see of a page under review. It has no scripts; the button sends the form to the
 * page's own address.
 * @param origin of the app
 * @param path undefined for a preview, which has no button
 */
export function noticeScreen(origin: string, path: string | undefined): string {
  const app = escapeHtml(origin);
  const button =
    path === undefined ? '' : `<form method="post"><button style="${plain}">${text.proceed}</button></form>`;
  const report = `<a class="quiet" href="${app}/report?path=${encodeURIComponent(path ?? '')}" target="_top">${screenWords.report}</a>`;
  const body = `<main class="final">
<p class="brand" aria-hidden="true">${screenWords.seal}</p>
<h1>${text.title}</h1>
<p>${text.happened}</p>
<p>${text.advice}</p>
<div class="actions">
<a class="home" href="${app}/" target="_top">${screenWords.home}</a>
${button}
</div>
${path === undefined ? '' : report}
</main>`;
  return screenDocument(text.title, body);
}
