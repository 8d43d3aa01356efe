interface GuidedPage {
  url: string;
  path: string;
  title: string;
  key: string;
}

/** Returns `/agent.md`, or the same for one page with its edit key. An assistant can follow it with curl alone. */
export function agentGuide(origin: string, page?: GuidedPage): string {
  return page ? guideOfPage(origin, page) : guideOfAll(origin);
}

const rules = (origin: string) => `## Rules

- A page is one HTML file in UTF-8, at most 1 MiB, with its styles and scripts inside, or a ZIP archive. It becomes public immediately.
- Never put passwords, keys or private data into a page. The answer lists texts that look like keys under \`secrets\`.
- \`under_review\` in an answer means that visitors first see a notice while the page is checked.
- Every error has \`code\`, and most have \`message\`, \`hint\` and \`docs\`. Do what \`hint\` says; do not repeat the same request unchanged.
- 412 VERSION_CONFLICT: somebody changed the page. Read it again, apply your change to that, and send the new ETag.
- 429: wait for the seconds of Retry-After. PROOF_REQUIRED: an API key is needed; ask the person for one.
- Add \`-H 'Idempotency-Key: <any unique text>'\` to publish or replace safely again after a lost answer.

More: ${origin}/docs/en/quick-start.md, every error: ${origin}/docs/en/errors.md, every route: ${origin}/openapi.json
The same as tools of the Model Context Protocol: ${origin}/mcp
`;

function guideOfAll(origin: string): string {
  return `# Publish a web page with curl

## Publish

    curl --data-binary @page.html '${origin}/'

The answer is the address of the page on one line. Optional: \`?title=…\`, \`?noindex=1\`,
\`?visibility=secret\` (only people who have the answered address see the page), \`?visibility=password\` with the header
\`Page-Password\` (only people who enter it at the answered address), with an API key \`?path=my-page\`.
From a text of up to 256 KiB with a page in it the page alone is published; the header \`Page-Steps\` says so, and \`?format=html\` takes the text as it is.
A page of several files is one ZIP archive: \`curl -T site.zip '${origin}/'\`. It begins at \`index.html\`.
Add \`-H 'Accept: application/json'\` for everything: \`site.url\`, \`site.path\`, \`edit_key\`, \`agent_url\`.
Without an API key the page ends after 10 days, and its edit key is in the answer's header \`Link: <…>; rel="edit"\`
(show it with \`-i\`). Give that address to the person, and say that it is a secret: anyone who has it can change the page.

With an API key of the person's account (\`POST /functions/v1/api-keys\`), add \`-H "Authorization: Bearer $HARU_KEY"\`
to each command. The page then belongs to that account.

## Change

Use the edit key or an API key as \`$KEY\`, and \`site.path\` as \`PATH\`: it follows \`/share/\` or \`/open/\` in the address, else its host begins with it.

    curl -i -H "Authorization: Bearer $KEY" '${origin}/functions/v1/pages/PATH/source'
    curl -T page.html -H "Authorization: Bearer $KEY" -H 'If-Match: "v1"' '${origin}/functions/v1/pages/PATH/source'

The first reads the source; its ETag names the version. The second replaces it; send that ETag in If-Match.
\`?visibility=…\`, \`?noindex=1\` and \`?title=…\` change these settings with it.

## Delete (API key only)

    curl -X DELETE -H "Authorization: Bearer $KEY" '${origin}/functions/v1/pages/PATH/source'

The answer has \`undo\`: the call that shows the page again within seven days.

${rules(origin)}`;
}

function guideOfPage(origin: string, { url, path, title, key }: GuidedPage): string {
  const source = `${origin}/functions/v1/pages/${path}/source`;
  return `# Change one web page with curl

Page: ${url}
Title: ${title}

The key below opens this page only, and is a secret: do not show it, publish it or write it into the page.

## 1. Read the source, and note its ETag

    curl -i -H 'Authorization: Bearer ${key}' '${source}'

PAGE_HAS_FILES means that the page has several files: \`hint\` has the call that answers the address of their ZIP archive, and \`details\` the id for it.

## 2. Save the changed page as page.html, and replace it

    curl -T page.html -H 'Authorization: Bearer ${key}' -H 'If-Match: "v1"' '${source}'

Write the ETag that you noted in place of \`"v1"\`. The answer has the new \`version\`. Keep what you were not asked to change.
A page of several files is replaced by a ZIP archive in the same way: \`-T site.zip\`.

## 3. Check

    curl '${url}'

## Undo

    curl -H 'Authorization: Bearer ${key}' '${origin}/functions/v1/site-versions?id=ID'
    curl -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"id":"ID","version":1}' '${origin}/functions/v1/restore-version'

\`ID\` is \`site.id\` of the answer to step 2, and \`version\` one of the list.

${rules(origin)}`;
}

/** `/llms.txt` (https://llmstxt.org) leads assistants to the guide. */
export function llmsText(origin: string, productName: string): string {
  return `# ${productName}

> Paste HTML, and it becomes a public web page immediately. Programs publish with one line of curl, without an account.

- [How to publish, change and delete pages with curl](${origin}/agent.md)
- [Documentation](${origin}/docs/en/quick-start.md): curl, command line, JavaScript, Python
- [Errors](${origin}/docs/en/errors.md): every code with its cause and remedy
- [Limits](${origin}/docs/en/limits.md)
- [The API](${origin}/openapi.json): OpenAPI 3.1
`;
}
