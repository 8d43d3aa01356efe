/** These are one mail's words, before they become text and HTML. */
export interface MailText {
  subject: string;
  heading: string;
  /** They say what happened and what to do; line breaks in them stay. */
  paragraphs: string[];
  /** This is the label of the one button; it is absent if there is nothing to follow. */
  button?: string;
  /** A screen is waiting for the code. */
  isCodeAsked?: boolean;
  /** It says whom this mail does not concern, or who must act. */
  note: string;
}

export interface MailParts {
  text: string;
  html: string;
}

interface MailBody {
  words: MailText;
  productName: string;
  /** The button leads here. */
  link?: string | undefined;
  /** The code has six digits. */
  code?: string | undefined;
  /** It says how long link and code are valid and stands below them, if there is one. */
  lifeNote?: string | undefined;
  /** This link below the note ends such mails. */
  unsubscribe?: { label: string; url: string } | undefined;
}

/** Makes the same mail twice: as plain text, and as one column of HTML without external content. */
export function layOutMail(body: MailBody): MailParts {
  return { text: asText(body), html: asHtml(body) };
}

/** The code is at the top if a screen is waiting for it. */
function inOrder<Part>(words: MailText, { code, link }: Record<'code' | 'link', Part[]>, paragraphs: Part[]): Part[] {
  return words.isCodeAsked ? [...code, ...paragraphs, ...link] : [...paragraphs, ...link, ...code];
}

function asText({ words, productName, link, code, lifeNote, unsubscribe }: MailBody): string {
  const parts = {
    link: link !== undefined && words.button !== undefined ? [`${words.button}：\n${link}`] : [],
    code: code === undefined ? [] : [`確認コード：${code}`],
  };
  const lines = [
    words.heading,
    ...inOrder(words, parts, words.paragraphs),
    ...(lifeNote === undefined || (link ?? code) === undefined ? [] : [lifeNote]),
    words.note,
    ...(unsubscribe === undefined ? [] : [`${unsubscribe.label}：\n${unsubscribe.url}`]),
    `-- \n${productName}`,
  ];
  return `${lines.join('\n\n')}\n`;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML, between tags and in quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

const font = `font-family:'Hiragino Sans','Noto Sans JP','Yu Gothic UI',system-ui,sans-serif;font-size:16px;line-height:1.7;color:#1d1b19`;
const soft = 'font-size:14px;color:#5c5650';

/** Mail programs that know dark colours use these instead of the ones of each element. */
const dark = [
  '.page{background:#171513!important}',
  '.card{background:#211e1b!important;border-color:#3a3530!important;color:#f1ede7!important}',
  '.soft,.soft a{color:#b3aba2!important}',
  '.haru{color:#ff8fab!important}',
  '.button{background:#ff8fab!important;color:#2a0912!important}',
].join('');

function paragraph(text: string, { name, style = '' }: { name?: string; style?: string } = {}): string {
  const classed = name === undefined ? '' : ` class="${name}"`;
  return `<p${classed} style="margin:0 0 16px;${style}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
}

const softParagraph = (text: string): string => paragraph(text, { name: 'soft', style: soft });

function asHtml({ words, productName, link, code, lifeNote, unsubscribe }: MailBody): string {
  const parts = {
    link: link !== undefined && words.button !== undefined ? [buttonAndLink(words.button, link)] : [],
    code: code === undefined ? [] : [codeBlock(code)],
  };
  const paragraphs = words.paragraphs.map((text) => paragraph(text));
  return [
    '<!doctype html><html lang="ja"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<style>@media (prefers-color-scheme: dark){${dark}}</style>`,
    `<title>${escapeHtml(words.subject)}</title></head>`,
    '<body class="page" style="margin:0;padding:24px 16px;background:#fbfaf7">',
    `<div class="card" style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e4dfd7;border-radius:10px;${font}">`,
    paragraph(productName, { name: 'haru', style: 'font-weight:bold;color:#b52d52' }),
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.4">${escapeHtml(words.heading)}</h1>`,
    ...inOrder(words, parts, paragraphs),
    ...(lifeNote === undefined || (link ?? code) === undefined ? [] : [softParagraph(lifeNote)]),
    softParagraph(words.note),
    ...(unsubscribe === undefined ? [] : [softLink(unsubscribe.label, unsubscribe.url)]),
    '</div></body></html>',
  ].join('\n');
}

function buttonAndLink(label: string, link: string): string {
  const href = escapeHtml(link);
  const look = 'display:inline-block;padding:12px 24px;background:#b52d52;color:#ffffff;border-radius:8px';
  return [
    `<p style="margin:0 0 16px"><a class="button" href="${href}" style="${look};text-decoration:none">${escapeHtml(label)}</a></p>`,
    `<p class="soft" style="margin:0 0 16px;${soft}">ボタンを押せない場合は、次のリンクを開いてください。<br>`,
    `<a href="${href}" style="color:#b52d52;word-break:break-all">${href}</a></p>`,
  ].join('\n');
}

function softLink(label: string, url: string): string {
  return `<p class="soft" style="margin:0 0 16px;${soft}"><a href="${escapeHtml(url)}" style="color:#5c5650">${escapeHtml(label)}</a></p>`;
}

function codeBlock(code: string): string {
  const look = 'font-family:ui-monospace,monospace;font-size:24px;letter-spacing:4px';
  return `<p style="margin:0 0 16px">確認コード：<strong style="${look}">${escapeHtml(code)}</strong></p>`;
}
