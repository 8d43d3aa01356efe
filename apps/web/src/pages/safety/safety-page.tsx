import { pageRules, type PageRuleId, type CheckOutcome, type Safety } from '@haru/contracts';
import { useGetSafetyQuery } from '../../api/information.js';
import { Link } from 'react-router-dom';
import { screens } from '../../paths.js';
import { safetyTexts as text } from '../../texts/safety.js';
import { DataTable } from '../../components/list/data-table.js';
import { ChevronIcon } from '../../components/icons/icons.js';
import { LoadState } from '../../components/notices/load-failure.js';
import { formatCount } from '../../texts/formats.js';
import { Contents } from '../information/contents.js';
import prose from '../information/prose.module.css';
import styles from './safety-page.module.css';

const groups = Object.entries(text.rules.groups) as [keyof typeof text.rules.groups, string][];
const rules = Object.entries(pageRules) as [PageRuleId, { ja: string }][];

const { counts } = text;
const outcomes = Object.keys(counts.outcomes) as CheckOutcome[];

const { figures } = text;
const sections = ['refused', 'notice', 'rules', 'objection', 'figures', 'counts'] as const;

export function SafetyPage() {
  const { data: safety, error, isFetching, refetch } = useGetSafetyQuery();
  return (
    <article className={`${prose['text']} ${styles['rules']}`}>
      <h1>{screens.safety.title}</h1>
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
      {groups.map(([group, name], place) => (
        <details key={group} open={place === 0}>
          <summary>
            {name}
            <ChevronIcon />
          </summary>
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
        <Link to={screens.contact.path}>{text.objection.link}</Link>
        {text.objection.after}
      </p>
      <h2 id="figures">{figures.title}</h2>
      <DataTable
        aria-labelledby="figures"
        className={styles['table']}
        head={figures.head}
        headingClass="normal"
        rows={figures.rows}
      />
      <h2 id="counts">{text.counts.title}</h2>
      {safety ? (
        <CheckFigures safety={safety} />
      ) : (
        <LoadState error={isFetching ? undefined : error} onRetry={refetch} title={counts.failed} />
      )}
    </article>
  );
}

function CheckFigures({ safety }: { safety: Safety }) {
  return (
    <>
      <p>{counts.text}</p>
      {safety.years.length === 0 ? (
        <p>{counts.none}</p>
      ) : (
        <DataTable
          aria-labelledby="counts"
          className={styles['table']}
          head={[counts.outcome, ...safety.years.map(({ year }) => counts.year(year))]}
          headingClass="normal"
          rows={outcomes.map((outcome) => [
            counts.outcomes[outcome],
            ...safety.years.map((row) => formatCount(row[outcome])),
          ])}
        />
      )}
    </>
  );
}
