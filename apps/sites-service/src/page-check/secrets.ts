import type { PageSecret } from '@haru/contracts';
import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { mayHaveSecret } from './possible-secret.js';

/** Characters: more would take longer than is left of a check's time. */
const MAX_LENGTH = 512 * 1024;
const MAX_SECRETS = 20;
// It would keep more than a hundred performance entries of each page in memory.
secretLintProfiler.setEnabled(false);

const PREFIX = '@secretlint/secretlint-rule-';

// Without the rule by which comments in a page would switch off the others.
const config = {
  rules: rules
    .filter(({ meta }) => meta.id !== `${PREFIX}filter-comments`)
    .map((rule) => ({ id: rule.meta.id, rule, options: {} })),
};

/** The lines of a page that have what looks like a secret key; never the key itself. */
export async function findSecrets(html: string): Promise<PageSecret[]> {
  const content = html.slice(0, MAX_LENGTH);
  if (!mayHaveSecret(content)) return [];
  const source = { content, filePath: 'page.html', ext: '.html', contentType: 'text' as const };
  const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } });
  const found = messages.map(({ ruleId, loc }) => ({ rule: ruleId.replace(PREFIX, ''), line: loc.start.line }));
  const distinct = new Map(found.map((secret) => [`${secret.line} ${secret.rule}`, secret]));
  return [...distinct.values()].toSorted((one, other) => one.line - other.line).slice(0, MAX_SECRETS);
}
