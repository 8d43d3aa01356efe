import { Button } from '../../components/buttons/button.js';
import { PlusIcon } from '../../components/icons/icons.js';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { examplePath, screens } from '../../paths.js';
import { exampleTexts } from '../../texts/publish/publish.js';
import { dashboardTexts } from '../../texts/sites/dashboard.js';
import styles from './my-sites.module.css';

/** One line of a phone holds no more. */
const examples = ['invitation', 'event', 'profile'] as const;

export function EmptySites({ text = dashboardTexts.empty, children }: { text?: string; children?: ReactNode }) {
  const navigate = useNavigate();
  return (
    <div className={`${styles['nothing']} ${styles['empty']}`}>
      <Sheets />
      <p>{text}</p>
      <Button iconLeft={<PlusIcon />} onClick={() => void navigate(screens.publish.path)} size="lg" variant="primary">
        {dashboardTexts.publish}
      </Button>
      {children}
      <p className={`wrap-8 row ${styles['examples']}`}>
        <span className="soft-sm">{exampleTexts.label}</span>
        {examples.map((name) => (
          <Link className="touch-link" key={name} to={examplePath(name)}>
            {exampleTexts.names[name]}
          </Link>
        ))}
      </p>
    </div>
  );
}

function Sheets() {
  return (
    <svg aria-hidden="true" fill="none" height="132" viewBox="0 0 180 132" width="180">
      <g fill="var(--card)" stroke="var(--line)" strokeWidth="2">
        <rect height="88" rx="8" transform="rotate(-7 62 74)" width="104" x="10" y="30" />
        <rect height="96" rx="8" transform="rotate(4 112 66)" width="112" x="56" y="18" />
      </g>
      <g stroke="var(--line)" strokeLinecap="round" strokeWidth="5" transform="rotate(4 112 66)">
        <path d="M72 40h52" stroke="var(--control-line)" />
        <path d="M72 56h80M72 70h72M72 84h44" />
      </g>
      <g transform="rotate(4 112 66)">
        <circle cx="146" cy="94" fill="var(--haru-tint)" r="19" stroke="var(--haru)" strokeWidth="2.5" />
        <path
          d="M146 85v18M137 94h18"
          stroke="var(--haru)"
          strokeLinecap="round"
          strokeLinejoin="round"
          strokeWidth="3"
        />
      </g>
    </svg>
  );
}
