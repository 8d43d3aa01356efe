import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { MailMessage, MessageStore } from './message-store.js';
import { listPage, messagePage } from './pages.js';

/** Serves the part of Mailpit's API that tests use, and two pages for people. */
export function createMailboxHttpServer(store: MessageStore): Server {
  return createServer((request, response) => {
    answer(store, request, response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error));
    });
  });
}

async function answer(store: MessageStore, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://mailbox');
  const route = `${request.method === 'HEAD' ? 'GET' : request.method} ${url.pathname}`;
  if (route === 'GET /') return sendHtml(response, listPage(store.all()));
  if (route === 'GET /api/v1/messages') return sendJson(response, listed(store.all(), url.searchParams, store));
  if (route === 'GET /api/v1/search') {
    return sendJson(response, listed(store.search(url.searchParams.get('query') ?? ''), url.searchParams, store));
  }
  if (route === 'DELETE /api/v1/messages') {
    const ids = await readIds(request);
    await store.remove(ids.length ? ids : store.all().map(({ ID }) => ID));
    response.writeHead(200, { 'content-type': 'text/plain' }).end('ok');
    return;
  }
  const one = /^GET \/(api\/v1\/message|view)\/([\w-]+)$/.exec(route);
  const message = one?.[2] ? store.find(one[2]) : undefined;
  if (!message) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
  } else if (one?.[1] === 'view') {
    sendHtml(response, messagePage(message));
  } else {
    sendJson(response, message);
  }
}

function listed(messages: readonly MailMessage[], parameters: URLSearchParams, store: MessageStore): object {
  const start = Math.max(0, Number(parameters.get('start')) || 0);
  const limit = Math.max(1, Number(parameters.get('limit')) || 50);
  const page = messages.slice(start, start + limit);
  return {
    total: store.all().length,
    unread: 0,
    count: page.length,
    messages_count: messages.length,
    start,
    tags: [],
    messages: page.map(({ Text, HTML: _html, Date: created, Attachments, ...message }) => ({
      ...message,
      Created: created,
      Read: true,
      Attachments: Attachments.length,
      Snippet: Text.replace(/\s+/g, ' ').trim().slice(0, 250),
    })),
  };
}

/** The body of Mailpit's delete: `{"IDs": [...]}`; without it all are meant. */
async function readIds(request: IncomingMessage): Promise<string[]> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  if (!body) return [];
  const { IDs } = JSON.parse(body) as { IDs?: string[] };
  return IDs ?? [];
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendHtml(response: ServerResponse, html: string): void {
  // A mail is a stranger's text: the browser may show it in a sandboxed frame, and do nothing else.
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: https: http:; frame-src 'self'; frame-ancestors 'self'";
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    })
    .end(html);
}
