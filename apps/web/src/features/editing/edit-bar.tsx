import { Link } from 'react-router-dom';
import type { MySite } from '../../api/sites/my-site.js';
import { useShareUrl } from '../../api/sites/share-url.js';
import { Button, ButtonLink } from '../../components/buttons/button.js';
import { ShortcutKeys } from '../../components/buttons/shortcut-keys.js';
import { classNames } from '../../components/class-names.js';
import { CopyIcon, OpenIcon, SparkIcon } from '../../components/icons/action-icons.js';
import { Refused } from '../../components/notices/notice.js';
import { useCopy } from '../../components/sharing/use-copy.js';
import { paths } from '../../paths.js';
import { aiUpdateLabel } from '../../texts/sites/ai-update.js';
import { editingTexts as text } from '../../texts/sites/editing.js';
import { underReviewText } from '../../texts/sites/under-review.js';
import { useAiUpdate } from '../site/ai-update/use-ai-update.js';
import { VisibilityChoice } from '../site/visibility-choice.js';
import styles from './page-editing.module.css';
import type { EditedPage } from './use-update.js';

interface EditBarProps {
  editing: EditedPage;
  /** Absent until it is loaded. */
  site: MySite | undefined;
  onChanged: () => void;
}

/** Shows the page's title and URL, whether its text is published, and the button that publishes it. */
export function EditBar({ editing, site, onChanged }: EditBarProps) {
  const { form, formElement, isChanged, isRestored, title } = editing;
  const url = useShareUrl()(site);
  return (
    <>
      <form className={classNames('between', styles['bar'])} ref={formElement} {...form.formProps}>
        <div className="shrinks">
          <p className="soft-sm">
            <Link to={paths.dashboard}>{text.back}</Link>
          </p>
          <h1 className={styles['title']}>{title}</h1>
          <div className={styles['address']}>
            {site && url !== undefined && (
              <>
                <PageAddress site={site} url={url} />
                <VisibilityChoice onChanged={onChanged} site={site} />
              </>
            )}
          </div>
        </div>
        <div className={styles['publish']}>
          <p className={classNames('soft-sm', styles['state'])} role="status">
            {form.working ? text.updating : isChanged ? text.changed : text.unchanged}
          </p>
          {isChanged && (
            <Button disabled={form.working} onClick={editing.discard} variant="ghost">
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
      </form>
      {isRestored && isChanged && (
        <p className={styles['note']} role="status">
          {text.draftRestored}
        </p>
      )}
      {site?.under_review && (
        <p className={styles['note']} role="status">
          {underReviewText}
        </p>
      )}
      <Refused refusal={form.refusal} />
    </>
  );
}

function PageAddress({ site, url }: { site: MySite; url: string }) {
  const aiUpdate = useAiUpdate();
  const { copy, element } = useCopy<HTMLSpanElement>(url, text.copied);
  return (
    <>
      <span className={styles['url']} ref={element} title={url}>
        {url.replace(/^https?:\/\//, '')}
      </span>
      <Button aria-label={text.copyUrl} iconLeft={<CopyIcon />} onClick={copy} size="sm" variant="ghost" />
      <ButtonLink
        href={url}
        iconLeft={<OpenIcon />}
        rel="noopener noreferrer"
        size="sm"
        target="_blank"
        variant="ghost"
      >
        {text.openPage}
      </ButtonLink>
      <Button iconLeft={<SparkIcon />} onClick={() => aiUpdate.start(site)} size="sm" variant="ghost">
        {aiUpdateLabel}
      </Button>
      {aiUpdate.dialog}
    </>
  );
}
