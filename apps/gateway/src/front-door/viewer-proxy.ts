import { Agent, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';

/** One connection's own business (RFC 9110, section 7.6.1); nothing of a body, which share links do not take. */
const ownOfEachConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/** A share link never answers without the sandbox, not even when the viewer is away. */
const awayHeaders = {
  'content-security-policy': 'sandbox',
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'retry-after': '1',
};
const awayText =
  'ページの表示サービスに接続できません。しばらく待ってから再読み込みしてください。\n\nエラーコード: FETCH_ERROR\n';

/**
 * Passes share links on to the viewer to the letter: a general proxy would tidy up odd paths and headers, and those
 * are the viewer's to judge. On Kubernetes the Gateway's routes do this.
 */
export class ViewerProxy {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 128 });
  private readonly host: string;
  private readonly port: string;

  constructor(viewerUrl: string) {
    const { hostname, port } = new URL(viewerUrl);
    this.host = hostname;
    this.port = port || '80';
  }

  readonly routing = (request: IncomingMessage, response: ServerResponse): void => {
    const { host, port, agent } = this;
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !ownOfEachConnection.has(name) && name !== 'content-length'),
    );
    const passedOn = httpRequest(
      { host, port, agent, method: request.method, path: request.url, headers },
      (answer) => {
        response.sendDate = false;
        response.writeHead(answer.statusCode ?? 502, headersToPass(answer.rawHeaders));
        answer.pipe(response);
        answer.on('error', () => response.destroy());
      },
    );
    passedOn.on('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(503, awayHeaders).end(awayText);
    });
    response.on('close', () => passedOn.destroy());
    request.resume();
    passedOn.end();
  };

  close(): void {
    this.agent.destroy();
  }
}

/** Names and values in turn, as they came, without the other connection's own. */
function headersToPass(rawHeaders: readonly string[]): string[] {
  const passed: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!ownOfEachConnection.has(name.toLowerCase())) passed.push(name, value);
  }
  return passed;
}
