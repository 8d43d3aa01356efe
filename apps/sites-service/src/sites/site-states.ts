import { queryPrepared } from '@haru/database';
import type { DataSource } from 'typeorm';
import { statesWhere, type SiteState } from './site-visibility.js';

/** This SQL expression is a digest of what visitors can see of a state. Time alone does not change it. */
export const STATE_DIGEST = `md5(concat_ws('|', state.id, state."storagePath", extract(epoch FROM state."expiresAt"),
  extract(epoch FROM state."lastModified"), state.noindex, state."isStopped", CASE WHEN state."underReview" THEN 'under review' END,
  CASE WHEN state."hadOwnOrigin" THEN 'own origin' END, state.visibility, state."accessGeneration"))`;

/** Each path is looked up by itself, for the same reason as in `SITES_BY_IDS`. */
export const BY_PATHS = `
  SELECT now() AS "asOf", state.*, ${STATE_DIGEST} AS digest
  FROM unnest($1::text[]) AS given (path)
  LEFT JOIN LATERAL (${statesWhere('path = given.path')}) AS state ON true`;

export interface DigestedState {
  state: SiteState;
  digest: string;
}

type StateRow = SiteState & { asOf: Date; digest: string };

/** Finds the state of each path. @returns no entry for a path without a page */
export async function findSiteStates(
  dataSource: DataSource,
  paths: readonly string[],
): Promise<{ asOf: Date; states: ReadonlyMap<string, DigestedState> }> {
  const rows = await queryPrepared<StateRow | (Record<keyof SiteState, null> & { asOf: Date })>(dataSource, BY_PATHS, [
    paths,
  ]);
  const found = rows.filter((row): row is StateRow => row.id !== null);
  return {
    asOf: rows[0]?.asOf ?? new Date(0),
    states: new Map(found.map(({ asOf: _, digest, ...state }) => [state.path, { state, digest }])),
  };
}
