import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useListOwnCasesQuery, useReadCaseQuery } from '../../api/cases.js';
import { LoadState } from '../../components/notices/load-failure.js';
import { SignedOutScreen } from '../../features/auth/auth-button.js';
import { CaseView } from '../../features/cases/case-view.js';
import { callFailureOf } from '../../http/failure.js';
import { linkSecret, onLinkSecret } from '../../session/links/link-secret.js';
import { useAccount, useOwner } from '../../session/session-slice.js';
import { casePageTexts as text } from '../../texts/cases/case-page.js';
import { screens } from '../../paths.js';
import { LinkPage, Outcome } from '../auth/link-page.js';

/** `/case#<secret>` shows a case to its reporter or the page's owner; `/case?id=` to the owner who is signed in. */
export function CasePage() {
  const secret = useSyncExternalStore(onLinkSecret, () => linkSecret('case'));
  const [query] = useSearchParams();
  const id = query.get('id');
  return id !== null ? <OwnCase id={id} key={id} /> : <LinkedCase key={secret} secret={secret} />;
}

const card = (children: ReactNode, wide: boolean) => (
  <LinkPage title={screens.case.title} wide={wide}>
    {children}
  </LinkPage>
);
const noCase = (what: string, hint: string) => card(<Outcome text={what} hint={hint} />, false);
const loadState = (error: unknown, onRetry: () => unknown) =>
  card(<LoadState error={error} onRetry={onRetry} title={text.failed} />, error === undefined);

function LinkedCase({ secret }: { secret: string | undefined }) {
  // It stays on the screen when the secret is dropped meanwhile.
  const [token] = useState(secret);
  const { data, error, refetch } = useReadCaseQuery(token ?? '', { skip: token === undefined });
  // The same link, opened again over this screen, loads the steps since then.
  useEffect(() => (token === undefined ? undefined : onLinkSecret(() => void refetch())), [token, refetch]);
  const { status } = callFailureOf(error) ?? {};
  // A missing token has the other status.
  if (token === undefined || status === 404 || status === 400) {
    return noCase(text.missing, text.missingHint);
  }
  if (data) return card(<CaseView of={{ token }} shown={data} />, true);
  return loadState(error, refetch);
}

function OwnCase({ id }: { id: string }) {
  const account = useAccount();
  const { owner } = useOwner();
  const { data, error, refetch } = useListOwnCasesQuery({ account: owner?.id ?? '' }, { skip: !owner });
  if (account.kind !== 'unknown' && !owner) return <SignedOutScreen text={text.visitor} />;
  const found = data?.find((own) => own.id === id);
  if (found) return card(<CaseView of={{ id }} shown={found} />, true);
  if (data === undefined) return loadState(error, refetch);
  return noCase(text.notFound, text.notFoundHint);
}
