import { useState } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { ShortcutKeys } from '../../../components/buttons/shortcut-keys.js';
import { useTouchInput, useMediaQuery, useWhenChanged } from '../../../components/hooks.js';
import { GearIcon } from '../../../components/icons/icons.js';
import { texts } from '../../../texts/ja.js';
import { publishTexts } from '../../../texts/publish/publish.js';
import { PublishSettings, SettingsSheet } from '../publish-parts.js';
import type { Publication } from '../use-publish.js';
import styles from './publish-bar.module.css';

export function PublishBar({ publication }: { publication: Publication }) {
  const { form, html, files, tooLarge } = publication;
  const hasSheet = useMediaQuery('(max-width: 1099px)');
  // First a text must be pasted, or one that is too large made smaller.
  const isSecond = (useTouchInput() && html === '' && !files) || tooLarge;
  return (
    <div className={styles['bar']}>
      <div className={`shrinks grow ${styles['settings']}`}>
        {hasSheet ? <SettingsButton publication={publication} /> : <PublishSettings publication={publication} />}
      </div>
      <Button
        aria-disabled={tooLarge || undefined}
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

/** The sheet opens by itself when a setting was refused. */
function SettingsButton({ publication }: { publication: Publication }) {
  const { customPath, password } = publication.form.faults;
  const problem = customPath ?? password;
  const [isOpen, setOpen] = useState(false);
  useWhenChanged(problem, () => problem !== undefined && setOpen(true));
  return (
    <>
      <Button iconLeft={<GearIcon />} onClick={() => setOpen(true)}>
        {publishTexts.settings}
      </Button>
      {isOpen && <SettingsSheet onClose={() => setOpen(false)} publication={publication} />}
    </>
  );
}
