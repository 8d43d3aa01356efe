import { Link } from 'react-router-dom';
import type { MySite } from '../../api/sites/my-site.js';
import { useShareUrl } from '../../api/sites/share-url.js';
import { Button } from '../../components/buttons/button.js';
import { ShortcutKeys } from '../../components/buttons/shortcut-keys.js';
import { useNarrowWidth } from '../../components/hooks.js';
import { BackIcon, CopyIcon, SparkIcon } from '../../components/icons/action-icons.js';
import { Refused } from '../../components/notices/notice.js';
import { useCopy } from '../../components/sharing/use-copy.js';
import { screens } from '../../paths.js';
import { aiUpdateLabel } from '../../texts/sites/ai-update.js';
import { editingTexts as text } from '../../texts/sites/editing.js';
import { underReviewText } from '../../texts/sites/owner-warnings.js';
import { useAiUpdate } from '../site/ai-update/use-ai-update.js';
import { VisibilityChoice } from '../site/visibility-choice.js';
import styles from './page-editing.module.css';
import type { EditedPage } from './use-update.js';

interface EditBarProps {
  editing: EditedPage;
  site: MySite | undefined;
  /** The history is shown, where there is nothing to publish. */
  isHistory: boolean;
  onChanged: () => void;
}

export function EditBar({ editing, site, isHistory, onChanged }: EditBarProps) {
  const { form, formElement, isChanged, title } = editing;
  const url = useShareUrl()(site);
  return (
    <>
      <form className={styles['bar']} ref={formElement} {...form.formProps}>
        <div className="row">
          <Link aria-label={text.back} className={styles['back']} title={text.back} to={screens.dashboard.path}>
            <BackIcon />
          </Link>
          <h1 className={styles['title']}>{title}</h1>
        </div>
        <div className={styles['address']}>
          {site && url !== undefined && <PageAddress onChanged={onChanged} site={site} url={url} />}
        </div>
        {!isHistory && (
          <div className={styles['publish']} data-changed={isChanged}>
            <p className={`soft-sm ${styles['state']}`} role="status">
              {stateText(editing)}
            </p>
            {isChanged && (
              <Button disabled={form.working} onClick={editing.discard}>
                {text.discard}
              </Button>
            )}
            <Button
              className={styles['submit']}
              disabled={!isChanged}
              iconRight={<ShortcutKeys name="S" />}
              loading={form.working}
              type="submit"
              variant="primary"
            >
              {text.update}
            </Button>
          </div>
        )}
      </form>
      {site?.under_review && (
        <p className="amber-box" role="status">
          {underReviewText}
        </p>
      )}
      <Refused refusal={form.refusal} />
    </>
  );
}

function stateText({ form, isChanged, isRestored }: EditedPage): string {
  if (form.working) return text.updating;
  if (!isChanged) return text.unchanged;
  return isRestored ? text.draftRestored : text.changed;
}

interface PageAddressProps extends Pick<EditBarProps, 'onChanged'> {
  site: MySite;
  url: string;
}

function PageAddress({ site, url, onChanged }: PageAddressProps) {
  const aiUpdate = useAiUpdate();
  const { copy, element } = useCopy<HTMLAnchorElement>(url, text.copied);
  return (
    <>
      <a className={styles['url']} href={url} ref={element} rel="noopener noreferrer" target="_blank" title={url}>
        {url.replace(/^https?:\/\//, '')}
      </a>
      <Button aria-label={text.copyUrl} iconLeft={<CopyIcon />} onClick={copy} size="sm" variant="ghost" />
      <VisibilityChoice labelHidden={useNarrowWidth()} onChanged={onChanged} site={site} />
      <Button iconLeft={<SparkIcon />} onClick={() => aiUpdate.start(site)} size="sm" variant="ghost">
        {aiUpdateLabel}
      </Button>
      {aiUpdate.dialog}
    </>
  );
}
