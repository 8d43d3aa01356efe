import { deletedSitesAnswerSchema, purgeSiteAnswerSchema, type DeletedSitesAnswer } from '@haru/contracts';
import { api } from '../api.js';
import { checkedCall, paged, pathWith, type OfAccount } from '../checked-call.js';

const deletedSitesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Lists pages that were deleted or expired and can be restored. */
    listDeletedSites: build.infiniteQuery<DeletedSitesAnswer, OfAccount, string | undefined>({
      ...paged,
      query: ({ pageParam: after }) =>
        checkedCall(pathWith('/functions/v1/deleted-sites', { after }), deletedSitesAnswerSchema),
      providesTags: ['DeletedSites'],
    }),
    purgeSite: build.mutation<null, string>({
      query: (id) =>
        checkedCall('/functions/v1/purge-site', purgeSiteAnswerSchema, () => null, { method: 'POST', body: { id } }),
      // A refused page may have been restored elsewhere, so the lists are read again then, too.
      invalidatesTags: ['DeletedSites', 'MySites'],
    }),
  }),
});

export const { useListDeletedSitesInfiniteQuery, usePurgeSiteMutation } = deletedSitesApi;
