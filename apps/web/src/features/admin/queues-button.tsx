import { useState } from 'react';
import { useOpenQueuesMutation } from '../../api/admin/admin-numbers.js';
import { callFailureOf } from '../../http/call.js';
import { failureText } from '../../http/failure-text.js';
import { Button } from '../../components/buttons/button.js';
import { OpenIcon } from '../../components/icons/action-icons.js';
import { ErrorNotice } from '../../components/notices/notice.js';
import { QUEUES_PATH } from '../../paths.js';
import { adminTexts } from '../../texts/admin.js';

/** The queues' own pages ask for a cookie, which is made from the token first. */
export function QueuesButton() {
  const [open, { isLoading }] = useOpenQueuesMutation();
  const [error, setError] = useState<unknown>();
  const failure = callFailureOf(error);
  const go = async () => {
    const result = await open();
    setError(result.error);
    if (result.error === undefined) window.location.assign(QUEUES_PATH);
  };
  return (
    <>
      <Button iconLeft={<OpenIcon />} loading={isLoading} onClick={() => void go()} size="sm">
        {adminTexts.queues}
      </Button>
      {failure && <ErrorNotice title={adminTexts.queuesFailed}>{failureText(failure)}</ErrorNotice>}
    </>
  );
}
