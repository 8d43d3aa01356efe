import { Button } from '../../../components/buttons/button.js';
import { ShortcutKeys } from '../../../components/buttons/shortcut-keys.js';
import { texts } from '../../../texts/ja.js';
import { PublishSettings, SettingsSheet } from '../publish-parts.js';
import type { Publication } from '../use-publish.js';
import styles from './publish-bar.module.css';

export function PublishBar({ publication, isNarrow }: { publication: Publication; isNarrow: boolean }) {
  const { form, html, files } = publication;
  // On a phone the button that pastes comes first.
  const isSecond = isNarrow && html === '' && !files;
  return (
    <div className={styles['bar']}>
      <div className={`shrinks grow ${styles['settings']}`}>
        {isNarrow ? <SettingsSheet publication={publication} /> : <PublishSettings publication={publication} />}
      </div>
      <Button
        className={styles['submit']}
        iconRight={<ShortcutKeys name="Enter" />}
        loading={form.working}
        size="lg"
        type="submit"
        variant={isSecond ? 'secondary' : 'primary'}
      >
        {texts.publish.submit}
      </Button>
    </div>
  );
}
