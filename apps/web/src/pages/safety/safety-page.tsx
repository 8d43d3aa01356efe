import { pageRules, type PageRuleId, type CheckOutcome, type Safety } from '@haru/contracts';
import { useGetSafetyQuery } from '../../api/information.js';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.js';
import { texts } from '../../texts/ja.js';
import { safetyTexts as text } from '../../texts/safety.js';
import { classNames } from '../../components/class-names.js';
import { LoadState } from '../../components/notices/load-failure.js';
import { formatCount } from '../../texts/formats.js';
import { Contents } from '../information/contents.js';
import prose from '../information/prose.module.css';
import styles from './safety-page.module.css';

const groups = Object.entries(text.rules.groups) as [keyof typeof text.rules.groups, string][];
const rules = Object.entries(pageRules) as [PageRuleId, { ja: string }][];

const sections = ['refused', 'notice', 'rules', 'objection', 'counts'] as const;

export function SafetyPage() {
  const { data: safety, error, isFetching, refetch } = useGetSafetyQuery();
  return (
    <article className={classNames(prose['text'], styles['rules'])}>
      <h1>{texts.titles.safety}</h1>
      <p>{text.intro}</p>
      <Contents headings={sections.map((id) => ({ id, title: text[id].title }))} />
      <h2 id="refused">{text.refused.title}</h2>
      <ul>
        {text.refused.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <p>{text.refused.reason}</p>
      <h2 id="notice">{text.notice.title}</h2>
      <p>{text.notice.text}</p>
      <h2 id="rules">{text.rules.title}</h2>
      <p>{text.rules.text}</p>
      <RuleFigures />
      {groups.map(([group, name], place) => (
        <details key={group} open={place === 0}>
          <summary>{name}</summary>
          <ul>
            {rules
              .filter(([id]) => id.startsWith(`${group}.`))
              .map(([id, { ja }]) => (
                <li key={id}>{ja}</li>
              ))}
          </ul>
        </details>
      ))}
      <h2 id="objection">{text.objection.title}</h2>
      <p>
        <Link to={paths.contact}>{text.objection.link}</Link>
        {text.objection.after}
      </p>
      <h2 id="counts">{text.counts.title}</h2>
      {safety ? (
        <CheckFigures safety={safety} />
      ) : (
        <LoadState
          error={isFetching ? undefined : error}
          loading={texts.loading}
          onRetry={refetch}
          title={text.counts.failed}
        />
      )}
    </article>
  );
}

function RuleFigures() {
  const { caption, head, rows } = text.rules.figures;
  return (
    <table className={classNames(styles['table'], styles['figures'])}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([pages, count, result]) => (
          <tr key={pages}>
            <th className="normal" scope="row">
              {pages}
            </th>
            <td>{count}</td>
            <td>{result}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const { counts } = text;
const outcomes = Object.keys(counts.outcomes) as CheckOutcome[];

function CheckFigures({ safety }: { safety: Safety }) {
  return (
    <>
      <p>
        {counts.text} {text.rules.version(safety.rules_version)}
      </p>
      {safety.years.length === 0 ? <p>{counts.none}</p> : <YearTable years={safety.years} />}
    </>
  );
}

function YearTable({ years }: Pick<Safety, 'years'>) {
  return (
    <table aria-labelledby="counts" className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">{counts.year}</th>
          {outcomes.map((outcome) => (
            <th key={outcome} scope="col">
              {counts.outcomes[outcome]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {years.map((row) => (
          <tr key={row.year}>
            <th scope="row">{row.year}</th>
            {outcomes.map((outcome) => (
              <td key={outcome}>{formatCount(row[outcome])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
