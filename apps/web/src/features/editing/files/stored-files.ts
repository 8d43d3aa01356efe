import type { DeclaredFile } from '@haru/contracts';
import { getFileAddress, type OfPage } from '../../../api/sites/site-versions.js';
import type { Dispatch } from '../../../api/sites/uploads.js';
import { CallError, codeOfStatus, failureOfThrown } from '../../../http/failure.js';
import type { PageFile } from '../../files/page-file.js';

/** Returns the files of a version. Their bytes are loaded when they are needed. */
export function storedFiles(
  dispatch: Dispatch,
  page: OfPage,
  version: number,
  declared: readonly DeclaredFile[],
): PageFile[] {
  const load = async (path: string) => {
    const query = getFileAddress.initiate({ ...page, version, path }, { subscribe: false, forceRefetch: true });
    return download(await dispatch(query).unwrap());
  };
  return declared.map(({ path, bytes, sha256 }) => ({ path, bytes, content: { sha256, load: () => load(path) } }));
}

/** @throws CallError */
async function download(address: string): Promise<Blob> {
  try {
    const response = await fetch(address);
    if (response.ok) return await response.blob();
    throw new CallError({ success: false, error: '', code: codeOfStatus(response.status) });
  } catch (error) {
    throw error instanceof CallError ? error : new CallError(failureOfThrown(error));
  }
}
