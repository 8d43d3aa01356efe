import {
  createUploadAnswerSchema,
  defaultPublishLimits,
  limitsAnswerSchema,
  TICKET_HEADER,
  uploadAnswerSchema,
  type CreateUploadAnswer,
  type CreateUploadBody,
  type DeclaredFile,
  type LimitsAnswer,
  type PublishLimits,
  type UploadAnswer,
} from '@haru/contracts';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { api, KEPT_SECONDS, PUBLISH_TIMEOUT_MS } from '../api.js';

type UploadTicket = Pick<CreateUploadAnswer, 'upload_id' | 'ticket'>;

const uploadsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Begins an upload of these files. The answer says which of them the server does not have. */
    createUpload: build.mutation<CreateUploadAnswer, readonly DeclaredFile[]>({
      query: (files) => ({
        path: '/functions/v1/create-upload',
        method: 'POST',
        body: { files: [...files] } satisfies CreateUploadBody,
        auth: 'create',
        timeoutMs: PUBLISH_TIMEOUT_MS,
        read: ({ data }) => createUploadAnswerSchema.safeParse(data).data,
      }),
    }),

    getUpload: build.query<UploadAnswer['upload'], UploadTicket>({
      query: ({ upload_id: id, ticket }) => ({
        path: `/functions/v1/uploads/${id}`,
        headers: { [TICKET_HEADER]: ticket },
        read: ({ data }) => uploadAnswerSchema.safeParse(data).data?.upload,
      }),
    }),

    getPublishLimits: build.query<LimitsAnswer['limits'], void>({
      query: () => ({
        path: '/functions/v1/limits',
        read: ({ data }) => limitsAnswerSchema.safeParse(data).data?.limits,
      }),
      keepUnusedDataFor: KEPT_SECONDS,
    }),
  }),
});

const { createUpload, getUpload, getPublishLimits } = uploadsApi.endpoints;

export type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

/** They reject with a CallFailure. */
export const uploadCalls = (dispatch: Dispatch) => ({
  begin: (files: readonly DeclaredFile[]) => dispatch(createUpload.initiate(files)).unwrap(),
  status: (upload: UploadTicket) =>
    dispatch(getUpload.initiate(upload, { subscribe: false, forceRefetch: true })).unwrap(),
});

/** Without an answer the limits of a usual server apply; the server decides in the end. */
export async function loadPublishLimits(dispatch: Dispatch): Promise<PublishLimits> {
  const { data, error } = await dispatch(getPublishLimits.initiate(undefined, { subscribe: false }));
  if (error) console.warn('the limits were not loaded', error);
  const own = Object.entries(data ?? {}).map(([name, { max }]): [string, number] => [name, max]);
  return { ...defaultPublishLimits, ...Object.fromEntries(own) };
}
