import { GroupCommit, isRefusedByDatabase, queryPrepared } from '@haru/database';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { User } from '../entities/account/user.entity.js';
import type { Session } from '../entities/sign-in/session.entity.js';

const MAX_ROWS = 32;

/** An account that nothing is known of in the database yet, and its first session. */
export interface TemporaryAccountRows {
  user: User;
  session: Session;
}

/** What differs between temporary accounts; the rest is as the tables have it by default. */
const INSERT = `
  WITH given AS (
    SELECT * FROM json_to_recordset($1::json) AS row (
      id uuid, email text, user_metadata jsonb, app_metadata jsonb, at timestamptz,
      session_id uuid, amr jsonb, user_agent text, network text)
  ), made AS (
    INSERT INTO users (
      id, email, is_anonymous, user_metadata, app_metadata, last_active_at, last_sign_in_at, created_at, updated_at)
    SELECT id, email, true, user_metadata, app_metadata, at, at, at, at FROM given
  )
  INSERT INTO sessions (id, user_id, refreshed_at, amr, user_agent, network, created_at)
  SELECT session_id, id, at, amr, user_agent, network, at FROM given`;

/** Writes temporary accounts with their first sessions: those of concurrent visitors with one statement and one commit. */
@Injectable()
export class TemporaryAccountWriter {
  private readonly groups: GroupCommit<TemporaryAccountRows, undefined>;

  constructor(dataSource: DataSource) {
    this.groups = new GroupCommit({
      commit: async (all) => {
        await queryPrepared(dataSource, INSERT, [JSON.stringify(all.map(rowOf))]);
        return all.map(() => undefined);
      },
      isRefusal: isRefusedByDatabase,
      sizeOf: () => 1,
      maxSize: MAX_ROWS,
      concurrency: 1,
    });
  }

  /** @throws whatever writing this account fails with */
  async write(rows: TemporaryAccountRows): Promise<void> {
    await this.groups.add(rows);
  }
}

function rowOf({ user, session }: TemporaryAccountRows) {
  return {
    id: user.id,
    email: user.email,
    user_metadata: user.userMetadata,
    app_metadata: user.appMetadata,
    at: user.createdAt,
    session_id: session.id,
    amr: session.amr,
    user_agent: session.userAgent,
    network: session.network,
  };
}
