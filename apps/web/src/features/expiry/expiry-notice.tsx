import { Link } from 'react-router-dom';
import { useCountExpiringSitesQuery } from '../../api/sites/site-lookups.js';
import { ClockIcon } from '../../components/icons/icons.js';
import { screens } from '../../paths.js';
import { expiryTexts as text } from '../../texts/publish/result.js';
import { formatCount, formatDateTime } from '../../texts/formats.js';
import styles from './expiry-notice.module.css';

export function ExpiryNotice({ account }: { account: string }) {
  const { data } = useCountExpiringSitesQuery({ account });
  if (data?.first === undefined) return null;
  return (
    <div className={`box ${styles['notice']}`} role="status">
      <ClockIcon />
      <p>
        {text.soon(formatCount(data.total), formatDateTime(new Date(data.first)))}
        <Link to={screens.dashboard.path}>{text.extend}</Link>
      </p>
    </div>
  );
}
