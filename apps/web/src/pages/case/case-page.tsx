import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useListOwnCasesQuery, useReadCaseQuery } from '../../api/cases.js';
import { LoadState } from '../../components/notices/load-failure.js';
import { AuthButton } from '../../features/auth/auth-button.js';
import { CaseView } from '../../features/cases/case-view.js';
import { callFailureOf } from '../../http/call.js';
import { linkSecret, onLinkSecret } from '../../session/links/link-secret.js';
import { useAccount, useOwner } from '../../session/session-slice.js';
import { casePageTexts as text } from '../../texts/cases/case-page.js';
import { texts } from '../../texts/ja.js';
import { LinkPage, Outcome } from '../auth/link-page.js';

/** `/case#<secret>` shows a case to its reporter or the page's owner; `/case?id=` to the owner who is signed in. */
export function CasePage() {
  const secret = useSyncExternalStore(onLinkSecret, () => linkSecret('case'));
  const [query] = useSearchParams();
  const id = query.get('id');
  return (
    <LinkPage title={texts.titles.case} wide>
      {id !== null ? <OwnCase id={id} key={id} /> : <LinkedCase key={secret} secret={secret} />}
    </LinkPage>
  );
}

function LinkedCase({ secret }: { secret: string | undefined }) {
  // It stays on the screen when the secret is dropped meanwhile.
  const [token] = useState(secret);
  const { data, error, refetch } = useReadCaseQuery(token ?? '', { skip: token === undefined });
  // The same link, opened again over this screen, loads the steps since then.
  useEffect(() => (token === undefined ? undefined : onLinkSecret(() => void refetch())), [token, refetch]);
  const { status } = callFailureOf(error) ?? {};
  // A missing token has the other status.
  if (token === undefined || status === 404 || status === 400) {
    return <Outcome text={text.missing} hint={text.missingHint} />;
  }
  if (data) return <CaseView of={{ token }} shown={data} />;
  return <LoadState error={error} onRetry={refetch} title={text.failed} />;
}

function OwnCase({ id }: { id: string }) {
  const account = useAccount();
  const { owner } = useOwner();
  const { data, error, refetch } = useListOwnCasesQuery({ account: owner?.id ?? '' }, { skip: !owner });
  if (account.kind === 'unknown') return <p role="status">{texts.loading}</p>;
  if (!owner) {
    return (
      <>
        <p>{text.visitor}</p>
        <AuthButton variant="primary">{texts.header.login}</AuthButton>
      </>
    );
  }
  const found = data?.find((own) => own.id === id);
  if (found) return <CaseView of={{ id }} shown={found} />;
  if (data === undefined) return <LoadState error={error} onRetry={refetch} title={text.failed} />;
  return <Outcome text={text.notFound} hint={text.notFoundHint} />;
}
