import type { TableDeclaration } from '@haru/database';

export const usedSignInMessagesTable: TableDeclaration = {
  name: 'used_sign_in_messages',
  sql: `
    CREATE TABLE used_sign_in_messages (
      -- SHA-256 of chain and message. Not of the signature: a message can have several that are good.
      message_hash bytea PRIMARY KEY,
      -- From then on the message is too old anyway.
      expires_at   timestamptz NOT NULL
    );
    CREATE INDEX used_sign_in_messages_expires_at_idx ON used_sign_in_messages (expires_at);`,
};
