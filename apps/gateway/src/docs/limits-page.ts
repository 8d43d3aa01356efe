import { limits, type PublishLimitName, publishLimitTable } from '@haru/contracts';
import type { Language } from '../http-errors/program-texts.js';
import { type LimitBounds, rateLimits } from '../rate-limits/limit-table.js';
import { limitTexts } from './limit-texts.js';

const MIB = 1_048_576;
const sizes = Object.keys(limitTexts.en.pages) as (keyof typeof limitTexts.en.pages)[];
const published = Object.keys(publishLimitTable) as PublishLimitName[];
const rates = Object.keys(limitTexts.en.rates) as (keyof typeof limitTexts.en.rates)[];

/** `/docs/limits`: the limits of this deployment, read from the tables that apply them. */
export function limitsPage(language: Language, bounds: LimitBounds): string {
  const text = limitTexts[language];
  const table = (rows: string[][]) =>
    [text.head, text.head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const sizeRows = sizes.map((name) => [text.pages[name], amountOf(limits[name], name, language)]);
  const publishRows = published.map((name) => {
    const max = bounds[name];
    const limit: { unit: string; seconds?: number } = publishLimitTable[name];
    const amount = limit.unit === 'bytes' ? bytesText(max) : max.toLocaleString('en');
    return [text.published[name], amount + (limit.seconds === undefined ? '' : text.period(limit.seconds))];
  });
  const rateRows = rates.map((name) => [
    text.rates[name],
    bounds[name].toLocaleString('en') + text.period(rateLimits[name].seconds),
  ]);
  return [
    `# ${text.title}`,
    text.lead,
    `## ${text.headings.pages} {#pages}`,
    table(sizeRows),
    `## ${text.headings.published} {#publishing}`,
    text.publishing,
    table(publishRows),
    `## ${text.headings.rates} {#requests}`,
    text.requests,
    table(rateRows),
    '',
  ].join('\n\n');
}

function amountOf(value: number, name: string, language: Language): string {
  if (name.endsWith('Bytes')) return bytesText(value);
  const unit = limitTexts[language].units.find(([pattern]) => pattern.test(name))?.[1] ?? '';
  return value.toLocaleString('en') + unit;
}

function bytesText(bytes: number): string {
  return bytes % MIB === 0 ? `${bytes / MIB} MiB` : `${bytes.toLocaleString('en')} B`;
}
