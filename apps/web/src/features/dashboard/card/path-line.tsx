import type { ReactNode } from 'react';
import { IconButton } from '../../../components/buttons/icon-button.js';
import { classNames } from '../../../components/class-names.js';
import { CopyIcon } from '../../../components/icons/action-icons.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import type { SiteViewProps } from '../actions/site-actions.js';
import styles from './path-line.module.css';

interface PathLineProps extends Pick<SiteViewProps, 'site' | 'url' | 'actions'> {
  className: string | undefined;
  children?: ReactNode;
}

export function PathLine({ site, url, actions, className, children }: PathLineProps) {
  return (
    <div className={classNames(styles['line'], className)}>
      <span className={styles['path']}>
        {/* People get the address of the screen that asks for the password. */}
        {site.visibility === 'password' ? '/open/' : '/share/'}
        {site.path}
      </span>
      {url !== undefined && (
        <IconButton
          icon={<CopyIcon />}
          label={dashboardTexts.card.copyUrl}
          onClick={() => actions.copyUrl(site, url)}
        />
      )}
      {children}
    </div>
  );
}
