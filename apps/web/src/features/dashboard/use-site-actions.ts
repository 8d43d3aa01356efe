import { extendedExpiry, permanentExpiry } from '@haru/contracts';
import { useState } from 'react';
import { callFailureOf } from '../../http/call.js';
import type { MySite } from '../../api/my-site.js';
import { useDeleteSiteMutation, useUpdateSiteMutation } from '../../api/my-sites.js';
import { useNotices } from '../../components/notices/notices.js';
import { dashboardTexts } from '../../texts/dashboard.js';
import { useMay } from '../sites/use-site-policy.js';
import { siteFailureText } from './card/site-state.js';

export type OpenSiteDialog = { name: 'path' | 'extend' | 'remove'; site: MySite } | { name: 'registration' };

interface CardProblem {
  title: string;
  text: string;
}

export type SiteActions = ReturnType<typeof useSiteActions>;

/**
 * What the cards and their dialogs can do. Changes are optimistic: what the server refuses is taken back, and its card
 * says why.
 */
export function useSiteActions() {
  const { showToast } = useNotices();
  const mayChangePath = useMay('changePath');
  const [updateSite] = useUpdateSiteMutation();
  const [deleteSite] = useDeleteSiteMutation();
  const [dialog, setDialog] = useState<OpenSiteDialog | null>(null);
  const [problems, setProblems] = useState<ReadonlyMap<string, CardProblem>>(new Map());
  const [removals, setRemovals] = useState(0);

  const setProblem = (id: string, problem?: CardProblem) =>
    setProblems((before) => {
      const after = new Map(before);
      if (problem) after.set(id, problem);
      else after.delete(id);
      return after;
    });
  const settle = (site: MySite, error: unknown, title: string, done: string) => {
    const failure = callFailureOf(error);
    if (error === undefined) showToast(done);
    else if (failure?.code === 'REGISTRATION_REQUIRED') setDialog({ name: 'registration' });
    else if (failure) setProblem(site.id, { title, text: siteFailureText(failure) });
  };
  const change = async (site: MySite, changed: Partial<Pick<MySite, 'noindex' | 'expires_at'>>) => {
    setProblem(site.id);
    const { error } = await updateSite({ id: site.id, change: changed, optimistic: true });
    settle(site, error, dashboardTexts.card.changeFailed, dashboardTexts.saved(site.title));
  };
  const remove = async (site: MySite) => {
    setProblem(site.id);
    const { error } = await deleteSite(site.id);
    settle(site, error, dashboardTexts.card.removeFailed, dashboardTexts.deleted(site.title));
  };

  return {
    dialog,
    open: setDialog,
    close: () => setDialog(null),
    problemOf: (id: string): CardProblem | undefined => problems.get(id),
    editPath: (site: MySite) => setDialog(mayChangePath ? { name: 'path', site } : { name: 'registration' }),
    toggleNoindex: (site: MySite) => void change(site, { noindex: !site.noindex }),
    extend: (site: MySite, until: 'days' | 'permanent') => {
      const expiry = until === 'permanent' ? permanentExpiry(new Date()) : extendedExpiry(new Date(site.expires_at));
      void change(site, { expires_at: expiry.toISOString() });
    },
    remove: (site: MySite) => {
      setRemovals((count) => count + 1);
      void remove(site);
    },
    /** How many cards have left the list. */
    removals,
  };
}
