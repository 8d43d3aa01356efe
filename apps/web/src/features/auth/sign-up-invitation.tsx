import { Button } from '../../components/button.js';
import { CheckIcon } from '../../components/icons.js';
import { useComingLater } from '../../components/coming-later.js';
import { texts } from '../../texts/ja.js';
import styles from './sign-up-invitation.module.css';

/** What registering brings, for people who have just published without it. */
export function SignUpInvitation() {
  const comingLater = useComingLater();
  return (
    <section aria-labelledby="invitation-title" className={styles['invitation']}>
      <h2 className={styles['title']} id="invitation-title">
        {texts.invitation.title}
      </h2>
      <ul className={styles['benefits']}>
        {texts.invitation.benefits.map((benefit) => (
          <li className={styles['benefit']} key={benefit.title}>
            <CheckIcon />
            <div>
              <h3 className={styles['name']}>{benefit.title}</h3>
              <p className={styles['text']}>{benefit.text}</p>
            </div>
          </li>
        ))}
      </ul>
      <Button onClick={() => comingLater(texts.invitation.register)}>{texts.invitation.button}</Button>
    </section>
  );
}
