import type { MouseEvent, ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useShareUrl, type MySite } from '../../api/sites/my-site.js';
import { useGetPublishedPageQuery } from '../../api/sites/site-lookups.js';
import type { OfPage } from '../../api/sites/site-versions.js';
import { Button, ShortcutKeys } from '../../components/buttons/button.js';
import { classNames } from '../../components/class-names.js';
import { useNarrowWidth } from '../../components/hooks.js';
import { BackIcon, CopyIcon, SparkIcon } from '../../components/icons/action-icons.js';
import { Refused } from '../../components/notices/notice.js';
import { useNotices } from '../../components/notices/notices.js';
import { useCopy } from '../../components/sharing/use-copy.js';
import { Tabs, type Tab } from '../../components/tabs/tabs.js';
import { fromList, screens } from '../../paths.js';
import { aiUpdateLabel } from '../../texts/sites/ai-update.js';
import { editingTexts, editingTexts as text } from '../../texts/sites/editing.js';
import { underReviewText } from '../../texts/sites/owner-warnings.js';
import { useAiUpdate } from '../site/ai-update/use-ai-update.js';
import { VisibilityChoice } from '../site/visibility-choice.js';
import { ConflictHandling } from './conflict-handling.js';
import { History } from './history/history.js';
import styles from './page-editing.module.css';
import type { EditedPage } from './use-update.js';

interface Pane extends Tab<string> {
  show: (isVisible: boolean) => ReactNode;
}

/** The screen keeps its view when another version is loaded. */
export interface ViewProps {
  page: OfPage;
  /** The name of a pane or `history`; the first pane at first. */
  view: string | undefined;
  onView: (view: string) => void;
  onReload: () => void;
}

interface EditScreenProps extends ViewProps {
  editing: EditedPage;
  panes: readonly [Pane, ...Pane[]];
  notice?: ReactNode;
  footer?: ReactNode;
}

const history = { name: 'history', title: editingTexts.history };

/** Shows the panes beside each other, or one after another on a phone. All of them stay mounted. */
export function EditScreen({ editing, page, panes, notice, footer, onReload, ...props }: EditScreenProps) {
  const { data: site, refetch } = useGetPublishedPageQuery(page);
  const { closeToast } = useNotices();
  const isNarrow = useNarrowWidth();
  const [first] = panes;
  const { view = first.name, onView } = props;
  const chosen = isNarrow || view === history.name ? view : first.name;
  const isShown = ({ name }: Pane) => (isNarrow ? chosen === name : chosen !== history.name);
  const restored = () => {
    editing.discard();
    onReload();
  };
  return (
    <div className={`stack-12 ${styles['screen']}`}>
      <EditBar
        editing={editing}
        isHistory={chosen === history.name}
        onChanged={() => void refetch()}
        site={site ?? undefined}
      />
      <ConflictHandling editing={editing} page={page}>
        {notice}
        <Tabs
          chosen={chosen}
          label={editingTexts.views}
          onChoose={(next) => {
            closeToast();
            onView(next);
          }}
          tabs={[...(isNarrow ? panes : [{ ...first, title: editingTexts.edit }]), history]}
        >
          <div
            className={classNames(styles['panes'], panes.length > 2 && styles['three'])}
            hidden={chosen === history.name}
          >
            {panes.map((pane) => (
              <div className={`shrinks card column ${styles['pane']}`} hidden={!isShown(pane)} key={pane.name}>
                {pane.show(isShown(pane))}
              </div>
            ))}
            <div className={styles['footer']} hidden={!isShown(first)}>
              {footer}
            </div>
          </div>
          {chosen === history.name && <History hasUnsavedText={editing.isChanged} onRestored={restored} page={page} />}
        </Tabs>
      </ConflictHandling>
    </div>
  );
}

interface EditBarProps {
  editing: EditedPage;
  site: MySite | undefined;
  /** The history is shown, where there is nothing to publish. */
  isHistory: boolean;
  onChanged: () => void;
}

function EditBar({ editing, site, isHistory, onChanged }: EditBarProps) {
  const { form, formElement, isChanged, title } = editing;
  const url = useShareUrl()(site);
  const navigate = useNavigate();
  const state = useLocation().state as unknown;
  const back = (event: MouseEvent) => {
    if (state !== fromList || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // The list is shown as it was.
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <>
      <div className={styles['bar']}>
        <div className="row">
          <Link
            aria-label={text.back}
            className={styles['back']}
            onClick={back}
            title={text.back}
            to={screens.dashboard.path}
          >
            <BackIcon />
          </Link>
          <h1 className={`two-lines ${styles['title']}`}>{title}</h1>
        </div>
        <div className={`row ${styles['address']}`}>
          {site && url !== undefined && <PageAddress onChanged={onChanged} site={site} url={url} />}
        </div>
        {/* The dialog for a password, which opens beside it, has a form of its own. */}
        <form
          className={`row ${styles['publish']}`}
          data-changed={isChanged}
          hidden={isHistory}
          ref={formElement}
          {...form.formProps}
        >
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
        </form>
      </div>
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

function PageAddress({ site, url, onChanged }: { site: MySite; url: string; onChanged: () => void }) {
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
