import { memberOf } from '../../http/call.js';
import { api } from '../api.js';

/** The first view may make a key, so no schema checks the answer. */
const editKeysApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Makes an edit key of a page. It answers the address at which an assistant reads how to use it. */
    createEditKey: build.mutation<string, string>({
      query: (siteId) => ({
        path: '/functions/v1/edit-keys',
        method: 'POST',
        body: { id: siteId },
        auth: 'required',
        read: ({ data }) => memberOf(data, 'agent_url'),
      }),
    }),
    revokeEditKeys: build.mutation<null, string>({
      query: (siteId) => ({
        path: `/functions/v1/edit-keys/${siteId}`,
        method: 'DELETE',
        auth: 'required',
        read: () => null,
      }),
    }),
  }),
});

export const { useCreateEditKeyMutation, useRevokeEditKeysMutation } = editKeysApi;
