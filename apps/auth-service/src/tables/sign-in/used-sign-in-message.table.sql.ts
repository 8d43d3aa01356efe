import type { TableDeclaration } from '@haru/database';

export const usedSignInMessagesTable: TableDeclaration = {
  name: 'used_sign_in_messages',
  sql: `
    CREATE TABLE used_sign_in_messages (
      -- This is the SHA-256 of chain and message. It excludes the signature: a message can have several valid ones.
      message_hash bytea PRIMARY KEY,
      -- After this time the message is too old anyway.
      expires_at   timestamptz NOT NULL
    );
    CREATE INDEX used_sign_in_messages_expires_at_idx ON used_sign_in_messages (expires_at);`,
};
