import { useState } from 'react';
import { usePreviewFilesQuery, type OfPage } from '../../../api/sites/site-versions.js';
import { Button } from '../../../components/buttons/button.js';
import { LoadFailure } from '../../../components/notices/load-failure.js';
import { Refused } from '../../../components/notices/notice.js';
import { useAction } from '../../../forms/action.js';
import { filesTexts } from '../../../texts/files.js';
import { editFilesTexts as text } from '../../../texts/sites/edit-files.js';
import type { SentUpload } from '../../files/sending/file-upload.js';
import { FilesBrowser } from '../../preview/browser-frame.js';
import type { FilesEditing } from './use-files-editing.js';

/** Shows the published files, or the changed ones once they are sent on request. */
export function FilesPreview({ editing, isNarrow, page }: { editing: FilesEditing; isNarrow: boolean; page: OfPage }) {
  const { files, isChanged, title, version } = editing;
  const stored = usePreviewFilesQuery({ ...page, version });
  const [sent, setSent] = useState<{ files: typeof files; upload: SentUpload }>();
  const refresh = useAction(async () => setSent({ files, upload: await editing.send() }), {
    failed: text.refreshFailed,
  });
  // Once they are published or discarded, other files than these are the page.
  const shown = isChanged || sent?.files === files ? sent : undefined;
  const address = shown ? shown.upload.previewUrl : (stored.data ?? undefined);
  const isMissing = address === undefined && (shown !== undefined || !stored.isFetching);
  if (!shown && stored.error !== undefined && !stored.isFetching) {
    return <LoadFailure error={stored.error} onRetry={stored.refetch} title={text.previewFailed} />;
  }
  return (
    <FilesBrowser
      address={address}
      notice={
        <>
          <Refused refusal={refresh.refusal} />
          {isChanged && shown?.files !== files && !isMissing && (
            <div className="amber-box between">
              <p>{text.stale}</p>
              <Button loading={refresh.working} onClick={refresh.run} size="sm">
                {text.refresh}
              </Button>
            </div>
          )}
        </>
      }
      placeholder={isMissing ? filesTexts.noPreview : ''}
      startsNarrow={isNarrow}
      title={title}
    />
  );
}
