import type { EndedSite } from '@haru/contracts';
import { useState } from 'react';
import { Badge } from '../../../components/badge.js';
import { Button } from '../../../components/buttons/button.js';
import { Row, RowCode, RowDetails, RowName } from '../../../components/list/row-list.js';
import { dashboardTexts, formatTimeLeft } from '../../../texts/sites/dashboard.js';
import { formatDateTime } from '../../../texts/formats.js';

interface DeletedSiteProps {
  site: EndedSite;
  now: Date;
  onRestore: () => Promise<void>;
  onPurge: () => void;
}

const text = dashboardTexts.deletedSites;

export function DeletedSite({ site, now, onRestore, onPurge }: DeletedSiteProps) {
  const [working, setWorking] = useState(false);
  const nameId = `deleted-${site.id}`;
  const purgeAt = new Date(site.purge_at);
  // `now` is up to a minute old, so seven days could otherwise be shown as eight.
  const since = new Date(Math.max(now.getTime(), Date.parse(site.deleted_at ?? site.expires_at)));
  const restore = async () => {
    setWorking(true);
    await onRestore();
    setWorking(false);
  };
  const actions = (
    <>
      <Button aria-describedby={nameId} loading={working} onClick={() => void restore()} size="sm">
        {text.restore}
      </Button>
      <Button aria-describedby={nameId} disabled={working} onClick={onPurge} size="sm" variant="ghost">
        {text.purge}
      </Button>
    </>
  );
  return (
    <Row actions={actions} aria-labelledby={nameId}>
      <RowName id={nameId}>{site.title}</RowName>
      <RowDetails>
        <Badge tone={site.state === 'expired' ? 'bad' : 'soon'}>{text.states[site.state]}</Badge>
        <RowCode>/share/{site.path}</RowCode>
        <time dateTime={site.purge_at} title={formatDateTime(purgeAt)}>
          {text.purgedIn(formatTimeLeft(purgeAt, since))}
        </time>
      </RowDetails>
    </Row>
  );
}
