import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findChromium } from '@haru/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chromium, type Browser } from 'playwright-core';
import { previewFrameOf } from '../src/viewer/screens/preview-frame.js';

/** These would request something from the author's server by themselves. */
const loads: Record<string, (to: string) => string> = {
  'an image': (to) => `<img src="${to}">`,
  'an image with a report of its own': (to) => `<img src="data:," attributionsrc="${to}">`,
  'a picture source': (to) => `<picture><source srcset="${to}"><img></picture>`,
  'an SVG image': (to) => `<svg><image href="${to}" width="9" height="9"/></svg>`,
  'an SVG use': (to) => `<svg><use href="${to}#a"/></svg>`,
  'a background': (to) => `<body background="${to}">`,
  'a style': (to) => `<div style="background:url(${to})">x</div>`,
  'an import': (to) => `<style>@import "${to}";</style>`,
  'a font': (to) => `<style>@font-face{font-family:f;src:url(${to})}</style><p style="font-family:f">x`,
  'a mask and a filter': (to) => `<p style="mask:url(${to}#m);filter:url(${to}#f)">x`,
  'a style sheet': (to) => `<link rel="stylesheet" href="${to}">`,
  'an icon': (to) => `<link rel="icon" href="${to}">`,
  'a preload': (to) => `<link rel="preload" as="image" href="${to}">`,
  'a prefetch': (to) => `<LINK/rel=prefetch href="${to}">`,
  'a connection': (to) => `<link\nrel="preconnect" href="${to}">`,
  'a connection with credentials': (to) => `<link rel="preconnect" href="${to}" crossorigin>`,
  'a name': (to) => `<link rel="dns-prefetch" href="${to}">`,
  'a module': (to) => `<link rel="modulepreload" href="${to}">`,
  'a manifest': (to) => `<link rel="manifest" href="${to}">`,
  'a frame': (to) => `<iframe src="${to}"></iframe>`,
  'frames written in other ways': (to) => `<iframe/src="${to}"></iframe><IFRAME\tsrc="${to}"></IFRAME>`,
  'a link without a name': (to) => `<link =preconnect href="${to}"><link = rel=preconnect href="${to}">`,
  'a frame with a text': (to) => `<iframe srcdoc="&lt;img src='${to}'>&lt;link rel=preconnect href='${to}'>"></iframe>`,
  'an image in a frame with a text': (to) => `<iframe srcdoc\n=\n"<img src='${to}'>"></iframe>`,
  'a frame with a data address': (to) =>
    `<iframe src="data:text/html,<img src='${to}'><link rel=preconnect href='${to}'>"></iframe>`,
  'an object': (to) => `<object data="${to}"></object>`,
  'an embed': (to) => `<embed src="${to}">`,
  'a video': (to) => `<video autoplay muted poster="${to}" src="${to}"></video>`,
  'a script': (to) => `<script src="${to}"></script><script>new Image().src="${to}"</script>`,
  'a handler': (to) => `<img src="x:" onerror="fetch('${to}')">`,
  'a shadow tree': (to) => `<div><template shadowrootmode="open"><img src="${to}"></template></div>`,
  'rules of speculation': (to) =>
    `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${to}"]}]}</script>`,
  'a policy of its own': (to) =>
    `<meta http-equiv="Content-Security-Policy" content="default-src *; report-uri ${to}"><img src="${to}">`,
  'names by request': (to) => `<meta http-equiv="x-dns-prefetch-control" content="on"><a href="${to}">x</a>`,
  'an end of a head': (to) => `</head></html><img src="${to}">`,
  'another base': (to) => `<base href="${to}"><img src="x.png">`,
};

/** These do the same by changing the whole page. */
const pages: Record<string, (to: string) => string> = {
  'all of them': (to) =>
    Object.entries(loads)
      .map(([what, markup]) => markup(to + what.replaceAll(' ', '-')))
      .join('\n'),
  'another address': (to) => `<meta http-equiv="refresh" content="0;url=${to}">`,
  'a text before the head': (to) => `\uFEFFx<!doctype html><head><link rel="preconnect" href="${to}"><img src="${to}">`,
  'a set of frames': (to) => `<frameset cols="*,*"><frame src="${to}"><frame/src="${to}"></frameset>`,
};

/** It stands for the app: it sends the page as the app does, and its title says that the frame shows it. */
const appPage = (html: string) => `<!doctype html><title>-</title><iframe id="frame"></iframe><script>
var page = ${JSON.stringify(html).replaceAll('<', '\\u003c')}
addEventListener('message', ({ data, source }) => {
  if (data.haruPreview === 'ready') source.postMessage({ haruPreview: 'staticPage', html: page }, '*')
  if (data.haruPreview === 'shown') document.title = 'shown'
})
document.getElementById('frame').src = '/preview-frame'
</script>`;

describe('the picture of a page that moderators see', () => {
  let browser: Browser;
  let app: Server;
  let author: Server;
  let shown = '';
  let connections = 0;
  const asked: string[] = [];
  const portOf = (server: Server) => (server.address() as AddressInfo).port;

  beforeAll(async () => {
    author = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.end('x');
    });
    author.on('connection', () => connections++);
    app = createServer((request, response) => {
      if (request.url !== '/preview-frame') {
        response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(appPage(shown));
        return;
      }
      const { headers, body } = previewFrameOf({ appOrigin: `http://localhost:${portOf(app)}` });
      response.writeHead(200, headers).end(body);
    });
    for (const server of [app, author]) {
      server.listen(0);
      await once(server, 'listening');
    }
    const executablePath = await findChromium((line) => process.stderr.write(`${line}\n`));
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    for (const server of [app, author]) {
      server.closeAllConnections();
      server.close();
    }
  });

  it.each(Object.entries(pages))('asks nobody for anything: %s', async (_what, markup) => {
    connections = 0;
    asked.length = 0;
    shown = `<!doctype html><title>x</title>${markup(`http://127.0.0.1:${portOf(author)}/`)}<p>春`;
    const page = await browser.newPage();
    await page.goto(`http://localhost:${portOf(app)}/`);
    await page.waitForFunction(`document.title === 'shown'`);
    await page.waitForLoadState('networkidle');
    await page.close();
    expect({ connections, asked }).toEqual({ connections: 0, asked: [] });
  });

  it('shows the text, inline styles and inline images', async () => {
    const image = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='7' height='7'/>";
    shown = `\uFEFF<!doctype html><link rel=x><style>p{color:rgb(1,2,3)}</style><p>春<img src="${image}">`;
    const page = await browser.newPage();
    await page.goto(`http://localhost:${portOf(app)}/`);
    await page.waitForFunction(`document.title === 'shown'`);
    const picture = page.frames().at(-1);
    expect(await picture?.innerText('body')).toBe('春');
    expect(await picture?.evaluate(`getComputedStyle(document.querySelector('p')).color`)).toBe('rgb(1, 2, 3)');
    expect(await picture?.evaluate(`document.querySelector('img').naturalWidth`)).toBe(7);
    await page.close();
  });
});
