import { useParams } from 'react-router-dom';
import { Button } from '../../components/buttons/button.js';
import { MessageScreen } from '../../components/message-screen.js';
import { Loading } from '../../components/loading/loaded-part.js';
import { useOpenLogin } from '../../features/auth/dialog.js';
import { PageEditing } from '../../features/editing/page-editing.js';
import { isOwner } from '../../session/account.js';
import { useAccount } from '../../session/session-slice.js';
import { editingTexts } from '../../texts/sites/editing.js';

export function EditPage() {
  const { id = '' } = useParams();
  const account = useAccount();
  if (account.kind === 'unknown') return <Loading />;
  if (!isOwner(account)) return <SignedOut />;
  return <PageEditing account={account.id} id={id} key={`${account.id} ${id}`} />;
}

/** The tab's storage has the input, and shows it again to the same account. */
function SignedOut() {
  return (
    <MessageScreen title={editingTexts.heading}>
      <p>{editingTexts.visitor}</p>
      <Button onClick={useOpenLogin()} variant="primary">
        {editingTexts.login}
      </Button>
    </MessageScreen>
  );
}
