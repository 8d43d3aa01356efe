/** @throws Error unless it is answered with success */
export async function postJson(url: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** Publishes for the account whose token the headers have, or as a visitor. */
export async function publishPage(url: string, html: string, headers?: Record<string, string>): Promise<BenchPage> {
  const answer = await postJson(`${url}/functions/v1/create-site`, { html_content: html }, headers);
  return (answer as { site: BenchPage }).site;
}

export interface BenchPage {
  id: string;
  path: string;
  url: string;
}

/** @returns the access token of a temporary account */
export async function signUp(url: string): Promise<string> {
  const answer = (await postJson(`${url}/auth/v1/signup`, {})) as { access_token: string };
  return answer.access_token;
}
