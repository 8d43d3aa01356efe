import type { SiteVersion } from '@haru/contracts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Badge } from '../../../components/badge.js';
import { Button } from '../../../components/buttons/button.js';
import { Row, RowDetails, RowName } from '../../../components/list/row-list.js';
import { downloadTexts } from '../../../texts/sites/download.js';
import { editingTexts } from '../../../texts/sites/editing.js';
import { formatBytes, formatDateTime } from '../../../texts/formats.js';
import styles from '../comparison/comparison.module.css';

interface VersionRowProps {
  version: SiteVersion;
  /** The comparison with it has just been closed. */
  wasCompared: boolean;
  onCompare: () => void;
  onDownload: () => void;
  onOpen: (dialog: 'restore' | 'rename' | 'erase') => void;
}

const text = editingTexts.versions;

export function VersionRow({ version, wasCompared, onCompare, onDownload, onOpen }: VersionRowProps) {
  const {
    version: number,
    is_current: isCurrent,
    label,
    source,
    key_name: keyName,
    bytes,
    created_at: createdAt,
  } = version;
  const compare = useRef<HTMLButtonElement>(null);
  const focusAgain = useEffectEvent(() => wasCompared && compare.current?.focus());
  useEffect(() => void focusAgain(), []);
  const nameId = `version-${number}`;
  const actions = (
    <>
      {!isCurrent && (
        <>
          <Button aria-describedby={nameId} onClick={onCompare} ref={compare} size="sm">
            {text.compare}
          </Button>
          <Button aria-describedby={nameId} onClick={() => onOpen('restore')} size="sm">
            {text.restore}
          </Button>
        </>
      )}
      <Button aria-describedby={nameId} onClick={onDownload} size="sm" variant="ghost">
        {downloadTexts.version}
      </Button>
      <Button aria-describedby={nameId} onClick={() => onOpen('rename')} size="sm" variant="ghost">
        {text.rename}
      </Button>
      {!isCurrent && (
        <Button aria-describedby={nameId} onClick={() => onOpen('erase')} size="sm" variant="ghost">
          {text.erase}
        </Button>
      )}
    </>
  );
  return (
    <Row actions={actions} aria-labelledby={nameId}>
      <RowName id={nameId}>
        {text.number(number)}
        {label !== null && <span className={styles['label']}>{label}</span>}
        {isCurrent && <Badge tone="good">{text.current}</Badge>}
      </RowName>
      <RowDetails>
        <time dateTime={createdAt}>{formatDateTime(new Date(createdAt))}</time>
        <span>{text.sources[source]}</span>
        {keyName !== undefined && <span>{text.keyName(keyName)}</span>}
        <span>{formatBytes(bytes)}</span>
      </RowDetails>
    </Row>
  );
}
