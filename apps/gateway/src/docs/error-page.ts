import { type ErrorCode, errorCodes, ServiceError } from '@haru/contracts';
import { authApiVersion, type ApiDialect, errorAnswer } from '../http-errors/api-dialects.js';
import { errorTable } from '../http-errors/error-table.js';
import { type ErrorGroup, errorGroups, type Language, programTextOf } from '../http-errors/program-texts.js';
import { codeIn } from '../open-api/operation.js';

const dialects: readonly ApiDialect[] = ['auth', 'rest', 'storage', 'functions'];

const texts = {
  en: {
    title: 'Errors',
    lead: 'Every error has a code. This page says for each code what happened and what to do. The errors of the routes for programs carry `code`, `message`, `hint`, and in `docs` the link to this page; they are in English, or in Japanese where `Accept-Language` prefers it.',
    retry:
      'Send the same request again only after 429, 503 and 504, and after the seconds in `Retry-After`. Add an `Idempotency-Key`, so that nothing is published twice.',
    remedy: 'What to do',
    same: 'Another name of',
    end: '.',
    groups: {
      platform: 'Every route',
      account: 'Accounts, keys, reports and cases',
      page: 'Pages and versions',
      file: 'Files and uploads',
      client: 'The auth, data and storage APIs',
    } satisfies Record<ErrorGroup, string>,
    others: 'Other names',
  },
  ja: {
    title: 'エラー',
    lead: 'すべてのエラーにはコードがあります。このページでは、コードごとに原因と対処を説明します。プログラム用のAPIのエラーには`code`、`message`、`hint`と、このページへのリンク`docs`が入っています。文章は英語で、`Accept-Language`で日本語を優先すると日本語になります。',
    retry:
      '同じリクエストを再送するのは429、503、504のときだけにし、`Retry-After`の秒数だけお待ちください。`Idempotency-Key`を付けると、二重に公開されることはありません。',
    remedy: '対処',
    same: '次のコードの別名です：',
    end: '。',
    groups: {
      platform: 'すべてのAPI',
      account: 'アカウント、キー、報告、通報',
      page: 'ページとバージョン',
      file: 'ファイルとアップロード',
      client: '認証、データ、ストレージのAPI',
    } satisfies Record<ErrorGroup, string>,
    others: '別名',
  },
};

/** `/docs/errors#CODE`: every code with its cause and remedy. */
export function errorPage(language: Language): string {
  const text = texts[language];
  const groups = Object.entries(errorGroups).map(([group, codes]) =>
    [
      `## ${text.groups[group as ErrorGroup]} {#group-${group}}`,
      ...codes.flatMap((code) => [`### ${code} {#${code}}`, entryOf(code, language)]),
    ].join('\n\n'),
  );
  const others = [...otherNames()].flatMap(([name, code]) => [
    `### ${name} {#${name}}`,
    `${text.same} [${code}](#${code})${text.end}`,
  ]);
  const names = [`## ${text.others} {#group-other}`, ...others];
  return [`# ${text.title}`, text.lead, text.retry, ...groups, ...names, ''].join('\n\n');
}

function entryOf(code: ErrorCode, language: Language): string {
  const { message, hint } = programTextOf(code, language);
  const end = (sentence: string) => (/[.。]$/.test(sentence) ? sentence : sentence + texts[language].end);
  return `\`${errorTable[code].status}\` ${end(message)}  \n**${texts[language].remedy}** ${end(hint)}`;
}

/** Some APIs send a code under another name. */
function otherNames(): Map<string, ErrorCode> {
  const known = new Set<string>(errorCodes);
  const found = new Map<string, ErrorCode>();
  for (const code of errorCodes) {
    for (const dialect of dialects) {
      const { body } = errorAnswer(dialect, new ServiceError(code), { apiVersion: authApiVersion });
      const name = codeIn(body);
      if (/^\w+$/.test(name) && !known.has(name) && name !== 'undefined' && !found.has(name)) found.set(name, code);
    }
  }
  return found;
}
