import {
  createUploadAnswerSchema,
  limitsAnswerSchema,
  TICKET_HEADER,
  uploadAnswerSchema,
  type CreateUploadAnswer,
  type CreateUploadBody,
  type DeclaredFile,
  type LimitsAnswer,
  type UploadAnswer,
} from '@haru/contracts';
import { api, PUBLISH_TIMEOUT_MS } from '../api.js';

export type UploadTicket = Pick<CreateUploadAnswer, 'upload_id' | 'ticket'>;

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
      keepUnusedDataFor: 0,
    }),

    getPublishLimits: build.query<LimitsAnswer['limits'], void>({
      query: () => ({
        path: '/functions/v1/limits',
        read: ({ data }) => limitsAnswerSchema.safeParse(data).data?.limits,
      }),
    }),
  }),
});

export const { createUpload, getUpload, getPublishLimits } = uploadsApi.endpoints;
