import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { uploadCalls, type Dispatch } from '../../../api/sites/uploads.js';
import type { PageFile } from '../page-file.js';
import { FileUpload, noProgress, type SentUpload, type UploadProgress } from './file-upload.js';

export type Upload = ReturnType<typeof useAutomaticUpload>;

/** Sends these files on request; those that were sent last are not sent again. */
export function useUpload(files: readonly PageFile[]) {
  const dispatch = useDispatch<Dispatch>();
  const last = useRef<{ files: readonly PageFile[]; upload: FileUpload }>(null);
  const [progress, setProgress] = useState(noProgress);
  const current = () => {
    if (last.current?.files === files) return last.current.upload;
    const report = (next: UploadProgress) => {
      if (last.current?.upload === upload) setProgress(next);
    };
    const upload = new FileUpload(files, uploadCalls(dispatch), report);
    last.current = { files, upload };
    return upload;
  };
  return {
    progress,
    /** Starts, or continues if it was paused or has failed. @throws CallError */
    send: () => current().send(),
    pause: () => last.current?.upload.pause(),
    forget: () => {
      last.current = null;
    },
  };
}

/** Sends these files, and again after each change, which sends only what is new. */
export function useAutomaticUpload(files: readonly PageFile[], onSent: (sent: SentUpload | undefined) => void) {
  const { progress, send, pause, forget } = useUpload(files);
  const resume = () => {
    send().catch((error: unknown) => console.warn('the files were not sent', error));
  };
  const start = useEffectEvent(resume);
  const stop = useEffectEvent(() => {
    pause();
    forget();
  });
  const report = useEffectEvent(onSent);
  useEffect(() => {
    start();
    return () => stop();
  }, [files]);
  useEffect(() => report(progress.sent), [progress.sent]);
  return { progress, send, pause, resume };
}
