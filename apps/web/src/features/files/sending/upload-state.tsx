import { useEffect, useState } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { CheckIcon } from '../../../components/icons/icons.js';
import { ErrorNotice } from '../../../components/notices/notice.js';
import { filesTexts as text } from '../../../texts/files.js';
import { fileFailureText, type UploadProgress } from './file-upload.js';
import styles from './upload-state.module.css';

interface UploadStateProps {
  progress: UploadProgress;
  ready: string;
  onPause: () => void;
  onResume: () => void;
}

/** Shorter work is not announced. */
const SLOW_MS = 1_000;

export function UploadState({ progress, ready, onPause, onResume }: UploadStateProps) {
  const { phase, failure, bytes, sentBytes } = progress;
  const isWorking = phase === 'preparing' || phase === 'sending';
  const isSlow = useIsLong(isWorking);
  if (phase === 'sent') {
    return (
      <p className={`icon-text ${styles['ready']}`} role="status">
        <CheckIcon />
        {ready}
      </p>
    );
  }
  if (phase === 'failed') {
    return (
      <div className="stack-8">
        <ErrorNotice title={text.failed}>{failure ? fileFailureText(failure) : ''}</ErrorNotice>
        <div>
          <Button onClick={onResume} size="sm">
            {text.resume}
          </Button>
        </div>
      </div>
    );
  }
  if (!isSlow && isWorking) return null;
  return (
    <div className="stack-4">
      <div className={`row ${styles['line']}`}>
        <p role="status">{labelOf(progress)}</p>
        <Button onClick={isWorking ? onPause : onResume} size="sm" variant="ghost">
          {isWorking ? text.pause : text.resume}
        </Button>
      </div>
      {bytes > 0 && (
        <>
          <progress aria-label={text.progress} className={`meter ${styles['bar']}`} max={bytes} value={sentBytes} />
          <p className="soft-xs">{text.sentBytes(sentBytes, bytes)}</p>
        </>
      )}
    </div>
  );
}

function labelOf({ phase, sentFiles, files }: UploadProgress): string {
  if (phase === 'paused') return text.paused;
  return phase === 'preparing' ? text.preparing : text.sending(sentFiles, files);
}

function useIsLong(isWorking: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isWorking) return undefined;
    const timer = window.setTimeout(() => setLong(true), SLOW_MS);
    return () => {
      window.clearTimeout(timer);
      setLong(false);
    };
  }, [isWorking]);
  return isLong;
}
