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

/** @returns the page's path */
export async function publishPage(url: string, html: string): Promise<string> {
  const answer = (await postJson(`${url}/functions/v1/create-site`, { html_content: html })) as {
    site: { path: string };
  };
  return answer.site.path;
}

/** @returns the access token of a temporary account */
export async function signUp(url: string): Promise<string> {
  const answer = (await postJson(`${url}/auth/v1/signup`, {})) as { access_token: string };
  return answer.access_token;
}
