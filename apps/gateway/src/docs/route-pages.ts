import type { Language } from '../http-errors/program-texts.js';
import { docsTexts, type RouteGroup } from './docs-texts.js';
import { membersOf, type Schema } from './schema-members.js';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Schema;
}
interface Content {
  content?: Record<string, { schema: Schema }>;
  description?: string;
}
interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
}

const texts = {
  en: {
    lead: 'Every route of this group. The base of the addresses is',
    document: 'The same as OpenAPI 3.1, for generators of clients:',
    name: 'Name',
    where: 'Where',
    type: 'Type',
    required: 'Required',
    yes: 'yes',
    places: { path: 'address', query: 'query', header: 'header', body: 'body' },
    body: 'The body is',
    answer: 'Answer',
    errors: 'Errors',
    who: {
      open: 'Anybody may call it.',
      key: 'It needs the public key in `apikey`. With a bearer it acts for that account.',
      optional: 'It needs no account. With a bearer it acts for that account.',
      account: 'It needs `Authorization: Bearer` with a session’s access token.',
      bearer: 'It needs the service key, or the session of an operator.',
    },
    description: (text: string) => text,
    end: ' ',
  },
  ja: {
    lead: 'このグループのすべてのAPIです。アドレスの先頭は次のとおりです：',
    document: '同じ内容のOpenAPI 3.1です（クライアントの生成に使えます）：',
    name: '名前',
    where: '場所',
    type: '型',
    required: '必須',
    yes: '必須',
    places: { path: 'アドレス', query: 'クエリ', header: 'ヘッダー', body: '本文' },
    body: '本文の形式：',
    answer: '応答',
    errors: 'エラー',
    who: {
      open: '誰でも呼び出せます。',
      key: '`apikey`に公開キーを指定します。Bearerを付けると、そのアカウントで実行します。',
      optional: 'アカウントは不要です。Bearerを付けると、そのアカウントで実行します。',
      account: '`Authorization: Bearer`でセッションのアクセストークンを指定します。',
      bearer: 'サービスキー、または運営のセッションが必要です。',
    },
    description: (text: string) =>
      text
        .replace(/^Takes API keys with the scope (\w+)/, '権限`$1`のAPIキー')
        .replace(', and edit keys of the page.', 'と、そのページの編集キーで呼び出せます。')
        .replace(/キー\.$/, 'キーで呼び出せます。'),
    end: '',
  },
};

const ofGroup: Record<RouteGroup, RegExp> = {
  operators: /^\/(?:admin\/v1|auth\/v1\/admin|auth\/v1\/invite)/,
  data: /^\/(?:rest|storage)\/v1/,
  account:
    /^\/auth\/v1|^\/functions\/v1\/(?:\w+-)*(?:account|sessions?|link|keys|codes?|settings|adopt-sites|unsubscribe)(?:\/|$)/,
  pages: /^\/(?:$|\{file\}|functions\/v1)/,
  system: /^/,
};

function groupOf(path: string): RouteGroup {
  const groups = Object.entries(ofGroup) as [RouteGroup, RegExp][];
  return groups.find(([, pattern]) => pattern.test(path))?.[0] ?? 'system';
}

interface Options {
  group: RouteGroup;
  language: Language;
  origin: string;
  /** Summaries in the language, by operation; the document has English ones. */
  summaries: Readonly<Record<string, string>>;
}

/** `/docs/routes-GROUP`: the routes of the OpenAPI document whose addresses belong to the group. */
export function routesPage(document: ApiDocument, { group, language, origin, summaries }: Options): string {
  const text = texts[language];
  const entries = Object.entries(document.paths)
    .filter(([path]) => groupOf(path) === group)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => {
        const summary = summaries[operation.operationId] ?? operation.summary;
        return entryOf(`\`${method.toUpperCase()}\` ${path}`, { ...operation, summary }, language);
      }),
    );
  const title = `${docsTexts[language].routes}: ${docsTexts[language].titles[`routes-${group}`]}`;
  const lead = `${text.lead} \`${origin}\`. ${text.document} [/openapi.json](${origin}/openapi.json)`;
  return [`# ${title}`, lead, ...entries, ''].join('\n\n');
}

function entryOf(call: string, operation: Operation, language: Language): string {
  const text = texts[language];
  const description = operation.description ? ` ${text.description(operation.description)}` : '';
  return [
    `## ${call} {#${operation.operationId}}`,
    operation.summary,
    text.who[audienceOf(operation.security)] + description,
    ...inputOf(operation, language),
    ...answersOf(operation, language),
    ...errorsOf(operation, language),
  ].join('\n\n');
}

function audienceOf(security: Operation['security']): keyof (typeof texts)['en']['who'] {
  const kinds = security.map((names) => Object.keys(names).join(' '));
  if (!kinds.some((kind) => kind.includes('bearer'))) return 'open';
  if (kinds.includes('')) return 'optional';
  if (kinds.includes('apikey')) return 'key';
  return kinds.includes('apikey bearer') ? 'account' : 'bearer';
}

function inputOf({ parameters = [], requestBody }: Operation, language: Language): string[] {
  const text = texts[language];
  const [[mediaType, media] = []] = Object.entries(requestBody?.content ?? {});
  const body = media ? membersOf(media.schema) : [];
  const rows = [
    ...parameters.map(({ name, in: place, required, schema }) => ({ name, place, required, type: typeText(schema) })),
    ...body.map(({ name, required, type }) => ({ name, place: 'body', required, type })),
  ];
  const types = Object.keys(requestBody?.content ?? {}).map((type) => `\`${type}\``);
  const lines =
    mediaType && body.length === 0 ? [`${text.body} ${types.join(', ')}${language === 'en' ? '.' : '。'}`] : [];
  if (rows.length === 0) return lines;
  const head = `| ${text.name} | ${text.where} | ${text.type} | ${text.required} |\n| --- | --- | --- | --- |`;
  const table = rows.map(({ name, place, required, type }) => {
    const where = text.places[place as keyof typeof text.places];
    return `| \`${name}\` | ${where} | \`${type.replaceAll('|', '\\|')}\` | ${required ? text.yes : ''} |`;
  });
  return [...lines, [head, ...table].join('\n')];
}

const typeText = (schema: Schema): string => membersOf({ properties: { it: schema } })[0]?.type ?? 'any';

function answersOf({ responses }: Operation, language: Language): string[] {
  const text = texts[language];
  const successes = Object.entries(responses).filter(([status]) => /^[23]/.test(status));
  return successes.map(([status, { content = {} }]) => {
    const members = Object.values(content).flatMap(({ schema }) => membersOf(schema, true));
    const names = [...new Set(members.map(({ name }) => `\`${name}\``))];
    const types = Object.keys(content).map((type) => `\`${type}\``);
    const what = names.length > 0 ? names : types;
    return `**${text.answer}** \`${status}\`${what.length > 0 ? `: ${what.join(', ')}` : ''}`;
  });
}

/** The document names the codes in the descriptions of its refusals. */
function errorsOf({ responses }: Operation, language: Language): string[] {
  const refused = Object.entries(responses).flatMap(([status, { description = '' }]) => {
    const codes = /^Refused: (.*)$/.exec(description)?.[1]?.split(', ') ?? [];
    const links = codes.map((code) => `[${code}](errors#${code})`);
    return links.length > 0 ? [`\`${status}\` ${links.join(', ')}`] : [];
  });
  return refused.length > 0 ? [`**${texts[language].errors}** ${refused.join(' · ')}`] : [];
}
