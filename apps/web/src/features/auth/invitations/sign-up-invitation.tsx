import { CheckIcon } from '../../../components/icons/icons.js';
import { invitationTexts as text } from '../../../texts/account/invitation.js';
import { AuthButton } from '../auth-button.js';
import styles from './sign-up-invitation.module.css';

export function SignUpInvitation() {
  return (
    <section aria-labelledby="invitation-title" className={styles['invitation']}>
      <h2 className={styles['title']} id="invitation-title">
        {text.title}
      </h2>
      <ul className={styles['benefits']}>
        {text.benefits.map((benefit) => (
          <li key={benefit.title}>
            <CheckIcon />
            <div>
              <h3 className="subhead">{benefit.title}</h3>
              <p className="soft-sm">{benefit.text}</p>
            </div>
          </li>
        ))}
      </ul>
      <AuthButton view="register">{text.button}</AuthButton>
    </section>
  );
}
