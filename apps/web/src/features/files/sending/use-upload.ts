import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { uploadCalls, type Dispatch } from '../../../api/sites/uploads.js';
import type { PageFile } from '../page-file.js';
import { FileUpload, noProgress, type SentUpload, type UploadProgress } from './file-upload.js';

export interface Upload {
  progress: UploadProgress;
  pause: () => void;
  resume: () => void;
  /** Continues if it was paused or has failed. @throws CallError */
  finish: () => Promise<SentUpload>;
}

/** Sends these files, and again after each change, which sends only what is new. */
export function useUpload(files: readonly PageFile[], onSent: (sent: SentUpload | undefined) => void): Upload {
  const dispatch = useDispatch<Dispatch>();
  const upload = useRef<FileUpload>(null);
  const [progress, setProgress] = useState<UploadProgress>(noProgress);
  const report = useEffectEvent((next: UploadProgress) => {
    setProgress(next);
    onSent(next.sent);
  });
  const create = useEffectEvent(
    (onProgress: (next: UploadProgress) => void) => new FileUpload(files, uploadCalls(dispatch), onProgress),
  );
  useEffect(() => {
    let isCurrent = true;
    const started = create((next) => isCurrent && report(next));
    upload.current = started;
    void resume(started);
    return () => {
      isCurrent = false;
      started.pause();
    };
  }, [files]);
  return {
    progress,
    pause: () => upload.current?.pause(),
    resume: () => {
      if (upload.current) void resume(upload.current);
    },
    finish: () => {
      if (!upload.current) throw new Error('the upload has not started');
      return upload.current.send();
    },
  };
}

async function resume(upload: FileUpload): Promise<void> {
  try {
    await upload.send();
  } catch (error) {
    // The screen shows it.
    console.warn('the files were not sent', error);
  }
}
