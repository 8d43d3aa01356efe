import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useFakeServer } from '../../testing/server/fake-server.js';
import { renderApp } from '../../testing/render-app.js';
import { setPhoneWidth } from '../../testing/setup.js';

const editor = () => screen.getByRole('textbox', { name: 'HTML' });
const undo = () => screen.getByRole('button', { name: '元に戻す' });

async function paste(text: string) {
  const user = await renderApp();
  await user.click(editor());
  await user.paste(text);
  return user;
}

describe('a pasted answer of an assistant', () => {
  useFakeServer();

  it('becomes its page, which is said, and one press brings the answer back', async () => {
    const answer = 'はい、作成しました。\n```html\n<h1>春</h1>\n```\nご自由にお使いください。';
    const user = await paste(answer);
    await waitFor(() => expect(editor()).toHaveValue('<h1>春</h1>'));
    expect(screen.getByText('AIの返答からHTMLだけを取り出しました。')).toBeVisible();
    await user.click(undo());
    expect(editor()).toHaveValue(answer);
    expect(screen.queryByText(/取り出しました/)).not.toBeInTheDocument();
  });

  it('asks which of several pages is meant', async () => {
    const page = (title: string) => `\`\`\`html\n<!doctype html>\n<title>${title}</title>\n\`\`\`\n`;
    const user = await paste(`案1\n${page('春')}案2\n${page('夏')}`);
    expect(await screen.findByText(/ページが2つあり、1つ目を使っています。どれを使いますか？$/)).toBeVisible();
    expect(editor()).toHaveValue('<!doctype html>\n<title>春</title>');
    await user.click(screen.getByRole('button', { name: '2：夏' }));
    await waitFor(() => expect(editor()).toHaveValue('<!doctype html>\n<title>夏</title>'));
    await user.click(screen.getByRole('button', { name: '1：春' }));
    await waitFor(() => expect(editor()).toHaveValue('<!doctype html>\n<title>春</title>'));
  });

  it('says on phones what was done, beside the preview', async () => {
    setPhoneWidth(true);
    await paste('```html\n<p>a');
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: 'プレビュー' })).toHaveAttribute('aria-selected', 'true'),
    );
    // The same notice beside the text is hidden.
    expect(undo().parentElement).toHaveTextContent(/^AIの返答からHTMLだけを取り出しました。返答が途中で切れています。/);
  });

  it('that is dropped as a file is read, too', async () => {
    await renderApp();
    const files = [new File(['どうぞ\n```html\n<p>a</p>\n```'], 'page.html', { type: 'text/html' })];
    fireEvent.drop(document.body, { dataTransfer: { files, items: [], types: ['Files'] } });
    const notice = 'page.htmlを読み込みました。AIの返答からHTMLだけを取り出しました。';
    expect(await screen.findByText(notice)).toBeVisible();
    expect(editor()).toHaveValue('<p>a</p>');
  });
});

describe('pasted Markdown', () => {
  useFakeServer();

  it('is published as Markdown on request, which one press takes back', async () => {
    const markdown = '# 題\n\n- **一**\n';
    const user = await paste(markdown);
    expect(await screen.findByText('Markdownのテキストです。')).toBeVisible();
    expect(editor()).toHaveValue(markdown);
    await user.click(screen.getByRole('button', { name: 'Markdownとして公開' }));
    expect(await screen.findByText('Markdownとして公開します。')).toBeVisible();
    expect(screen.getByText('Markdown')).toBeVisible();
    expect(editor()).toHaveValue(markdown);
    await user.click(screen.getByRole('button', { name: 'HTMLとして扱う' }));
    expect(await screen.findByText('Markdownのテキストです。')).toBeVisible();
    expect(screen.queryByText('Markdown')).not.toBeInTheDocument();
    expect(editor()).toHaveValue(markdown);
  });

  it('is named on the tab of a phone', async () => {
    setPhoneWidth(true);
    const user = await paste('# 題\n\n- **一**\n');
    await user.click(await screen.findByRole('button', { name: 'Markdownとして公開' }));
    expect(await screen.findByRole('tab', { name: 'Markdown' })).toBeVisible();
  });
});

describe('what is no answer', () => {
  useFakeServer();

  it('stays as it is, and nothing is said', async () => {
    const user = await paste('明日は10時に集合です。');
    await waitFor(() => expect(editor()).toHaveValue('明日は10時に集合です。'));
    await user.clear(editor());
    await user.paste('<pre>\n```html\n```');
    expect(editor()).toHaveValue('<pre>\n```html\n```');
    expect(screen.queryByText(/取り出しました/)).not.toBeInTheDocument();
  });

  it('is inserted where there is text already', async () => {
    const user = await renderApp();
    await user.type(editor(), 'a');
    await user.paste('```html\n<p>b</p>\n```');
    expect(editor()).toHaveValue('a```html\n<p>b</p>\n```');
  });

  it('is a component, which is published as one', async () => {
    await paste('export default function App() {\n  return <p>a</p>;\n}');
    expect(await screen.findByText('Reactのコンポーネントとして公開します。')).toBeVisible();
    expect(screen.getByText('React')).toBeVisible();
  });
});
