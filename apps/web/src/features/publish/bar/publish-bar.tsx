import { Button } from '../../../components/buttons/button.js';
import { ShortcutKeys } from '../../../components/buttons/shortcut-keys.js';
import { useTouchInput, useMediaQuery } from '../../../components/hooks.js';
import { texts } from '../../../texts/ja.js';
import { PublishSettings, SettingsSheet } from '../publish-parts.js';
import type { Publication } from '../use-publish.js';
import styles from './publish-bar.module.css';

export function PublishBar({ publication }: { publication: Publication }) {
  const { form, html, files } = publication;
  const hasSheet = useMediaQuery('(max-width: 1099px)');
  // The button that pastes comes first.
  const isSecond = useTouchInput() && html === '' && !files;
  return (
    <div className={styles['bar']}>
      <div className={`shrinks grow ${styles['settings']}`}>
        {hasSheet ? <SettingsSheet publication={publication} /> : <PublishSettings publication={publication} />}
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
