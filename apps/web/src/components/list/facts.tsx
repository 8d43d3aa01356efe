import { Fragment, type ReactNode } from 'react';

interface FactsProps {
  /** Names with their values; a fact without a value is left out. */
  of: readonly (readonly [string, ReactNode])[];
}

export function Facts({ of: facts }: FactsProps) {
  return (
    <dl className="facts">
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
