import { Button, type ButtonProps } from '../../components/buttons/button.js';
import { MessageScreen } from '../../components/message-screen.js';
import { texts } from '../../texts/ja.js';
import { type AuthView, useOpenDialog, useOpenLogin } from './dialog.js';

interface AuthButtonProps extends ButtonProps {
  view?: AuthView;
  onOpen?: () => void;
}

/** Opens the dialog for signing in or up. A session with the password alone continues with its second step. */
export function AuthButton({ view = 'login', onOpen, ...button }: AuthButtonProps) {
  const openLogin = useOpenLogin();
  const openDialog = useOpenDialog();
  const open = () => {
    onOpen?.();
    if (view === 'login') openLogin();
    else openDialog({ name: 'auth', view });
  };
  return <Button {...button} onClick={open} />;
}

export function SignedOutScreen({ text }: { text: string }) {
  return (
    <MessageScreen title={texts.loginNeeded}>
      <p>{text}</p>
      <AuthButton variant="primary">{texts.header.login}</AuthButton>
    </MessageScreen>
  );
}
