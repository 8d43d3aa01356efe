import { GroupCommit, isRefusedByDatabase, queryPrepared } from '@haru/database';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityMetadata, type ObjectLiteral } from 'typeorm';
import { User } from '../tables/account/user.entity.js';
import { Session } from '../tables/sign-in/session.entity.js';

/** Nothing of this account and its first session is in the database yet. */
export interface TemporaryAccountRows {
  user: User;
  session: Session;
}

/** Writes temporary accounts with their first sessions: concurrent visitors share one statement and one commit. */
@Injectable()
export class TemporaryAccountWriter {
  private readonly groups: GroupCommit<TemporaryAccountRows, undefined>;

  constructor(dataSource: DataSource) {
    this.groups = new GroupCommit({
      commit: async (all) => {
        const users = all.map(({ user }) => user);
        const sessions = all.map(({ session }) => session);
        const [ofUsers, ofSessions] = [dataSource.getMetadata(User), dataSource.getMetadata(Session)];
        const statement = `WITH made AS (${insertOf(ofUsers, '$1')}) ${insertOf(ofSessions, '$2')}`;
        await queryPrepared(dataSource, statement, [asJson(ofUsers, users), asJson(ofSessions, sessions)]);
        return all.map(() => undefined);
      },
      isRefusal: isRefusedByDatabase,
      concurrency: 1,
    });
  }

  /** @throws the error with which writing this account fails */
  async write(rows: TemporaryAccountRows): Promise<void> {
    await this.groups.add(rows);
  }
}

/** Inserts the rows that are given as JSON. */
function insertOf({ tableName, columns }: EntityMetadata, rows: string): string {
  const names = columns.map(({ databaseName }) => databaseName).join(', ');
  return `INSERT INTO ${tableName} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${tableName}, ${rows})`;
}

function asJson({ columns }: EntityMetadata, entities: readonly ObjectLiteral[]): string {
  const rowOf = (entity: ObjectLiteral) =>
    Object.fromEntries(columns.map((column) => [column.databaseName, column.getEntityValue(entity) as unknown]));
  return JSON.stringify(entities.map(rowOf));
}
