import { useParams } from 'react-router-dom';
import { Loading } from '../../components/loading/loaded-part.js';
import { SignedOutScreen } from '../../features/auth/auth-button.js';
import { PageEditing } from '../../features/editing/page-editing.js';
import { isOwner } from '../../session/account.js';
import { useAccount } from '../../session/session-slice.js';
import { editingTexts } from '../../texts/sites/editing.js';

export function EditPage() {
  const { id = '' } = useParams();
  const account = useAccount();
  if (account.kind === 'unknown') return <Loading />;
  // The tab's storage has the input, and shows it again to the same account.
  if (!isOwner(account)) return <SignedOutScreen text={editingTexts.visitor} />;
  return <PageEditing account={account.id} id={id} key={`${account.id} ${id}`} />;
}
