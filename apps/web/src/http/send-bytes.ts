import { readAnswer, type CallResult } from './call.js';
import { failureOfThrown } from './failure.js';

interface BytesRequest {
  path: string;
  headers: Record<string, string>;
  body: Blob;
  signal: AbortSignal;
  onProgress: (bytes: number) => void;
}

/** It uses `XMLHttpRequest`, because `fetch` reports no progress. It never rejects; the server ends slow bodies. */
export function sendBytes({ path, headers, body, signal, onProgress }: BytesRequest): Promise<CallResult> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const fail = () => resolve(failureOfThrown(new TypeError('the body was not sent')));
    request.open('PUT', path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => resolve(readAnswer(responseOf(request))));
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    signal.addEventListener('abort', abort);
    if (signal.aborted) fail();
    else request.send(body);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after');
  return new Response(request.responseText, {
    status: request.status,
    headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
  });
}
