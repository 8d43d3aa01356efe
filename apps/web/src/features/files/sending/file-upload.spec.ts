import { describe, expect, it, jest } from '@jest/globals';
import type { PageFile } from '../page-file.js';
import { FileUpload, type UploadCalls, type UploadProgress } from './file-upload.js';
import { UPLOAD_PAUSED } from './upload-paused.js';

const file: PageFile = {
  path: 'index.html',
  bytes: 1,
  content: { sha256: 'a'.repeat(64), load: () => Promise.resolve(new Blob(['a'])) },
};

describe('FileUpload', () => {
  it('begins nothing that was paused before, and is not a failure then', async () => {
    const begin = jest.fn<UploadCalls['begin']>();
    const phases: UploadProgress['phase'][] = [];
    const upload = new FileUpload([file], { begin, status: jest.fn<UploadCalls['status']>() }, ({ phase }) =>
      phases.push(phase),
    );
    const sending = upload.send();
    upload.pause();
    await expect(sending).rejects.toMatchObject({ failure: { code: UPLOAD_PAUSED } });
    expect(begin).not.toHaveBeenCalled();
    expect(phases).toEqual(['preparing', 'paused']);
  });
});
