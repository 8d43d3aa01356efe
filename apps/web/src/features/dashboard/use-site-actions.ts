import { extendedExpiry, permanentExpiry } from '@haru/contracts';
import { useState } from 'react';
import { callFailureOf } from '../../http/call.js';
import { useDeleteSiteMutation, useUpdateSiteMutation, type MySite } from '../../api/my-sites.js';
import { useNotices } from '../../components/notices/notices.js';
import { dashboardTexts } from '../../texts/dashboard.js';
import type { Extension } from './dialogs/extend-dialog.js';
import type { CardProblem } from './card/site-card.js';
import { siteFailureText } from './card/site-state.js';

interface Options {
  onRegistrationNeeded: () => void;
}

/** Optimistic changes. What the server refuses is taken back, and its card says why. */
export function useSiteActions({ onRegistrationNeeded }: Options) {
  const { showToast } = useNotices();
  const [updateSite] = useUpdateSiteMutation();
  const [deleteSite] = useDeleteSiteMutation();
  const [problems, setProblems] = useState<ReadonlyMap<string, CardProblem>>(new Map());

  const setProblem = (id: string, problem?: CardProblem) =>
    setProblems((before) => {
      const after = new Map(before);
      if (problem) after.set(id, problem);
      else after.delete(id);
      return after;
    });
  const settle = (site: MySite, error: unknown, title: string, done: string) => {
    if (error === undefined) {
      showToast(done);
      return;
    }
    const failure = callFailureOf(error);
    if (failure?.code === 'REGISTRATION_REQUIRED') onRegistrationNeeded();
    else if (failure) setProblem(site.id, { title, text: siteFailureText(failure) });
  };
  const change = async (site: MySite, changed: Partial<Pick<MySite, 'noindex' | 'expires_at'>>) => {
    setProblem(site.id);
    const { error } = await updateSite({ id: site.id, change: changed, optimistic: true });
    settle(site, error, dashboardTexts.card.changeFailed, dashboardTexts.saved(site.title));
  };

  return {
    problemOf: (id: string): CardProblem | undefined => problems.get(id),
    toggleNoindex: (site: MySite) => void change(site, { noindex: !site.noindex }),
    extend: (site: MySite, extension: Extension) => {
      const until = extension === 'permanent' ? permanentExpiry(new Date()) : extendedExpiry(new Date(site.expires_at));
      void change(site, { expires_at: until.toISOString() });
    },
    remove: async (site: MySite) => {
      setProblem(site.id);
      const { error } = await deleteSite(site.id);
      settle(site, error, dashboardTexts.card.removeFailed, dashboardTexts.deleted(site.title));
    },
  };
}
