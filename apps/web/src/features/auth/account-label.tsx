import type { Account } from '../../session/account.js';
import { Badge } from '../../components/badge.js';
import { texts } from '../../texts/ja.js';
import styles from './account-label.module.css';

export function AccountLabel({ account }: { account: Account }) {
  if (account.kind === 'temporary') return <Badge tone="soon">{texts.header.temporary}</Badge>;
  if (account.kind === 'registered') {
    return (
      <span className={styles['address']} title={account.email}>
        {account.email}
      </span>
    );
  }
  return null;
}
