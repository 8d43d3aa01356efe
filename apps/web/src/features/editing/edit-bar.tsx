import { Link } from 'react-router-dom';
import { Button } from '../../components/buttons/button.js';
import { ErrorNotice } from '../../components/notices/notice.js';
import { paths } from '../../paths.js';
import { editingTexts } from '../../texts/sites/editing.js';
import { underReviewText } from '../../texts/sites/under-review.js';
import styles from './page-editing.module.css';
import type { Editing } from './use-editing.js';

/** Shows the page's title, whether its text is published, and the button that publishes it. */
export function EditBar({ editing, isUnderReview }: { editing: Editing; isUnderReview: boolean }) {
  const { form, formElement, isChanged, isRestored, title } = editing;
  return (
    <>
      <form className={styles['bar']} ref={formElement} {...form.formProps}>
        <div className="shrinks">
          <Link className={styles['back']} to={paths.dashboard}>
            {editingTexts.back}
          </Link>
          <h1 className={styles['title']}>{title}</h1>
        </div>
        <div className={styles['publish']}>
          <p className="soft-sm" role="status">
            {form.working ? editingTexts.updating : isChanged ? editingTexts.changed : editingTexts.unchanged}
          </p>
          {isChanged && (
            <Button disabled={form.working} onClick={editing.discard} variant="ghost">
              {editingTexts.discard}
            </Button>
          )}
          <Button disabled={!isChanged} loading={form.working} type="submit" variant="primary">
            {editingTexts.update}
          </Button>
        </div>
      </form>
      {isRestored && isChanged && (
        <p className={styles['note']} role="status">
          {editingTexts.draftRestored}
        </p>
      )}
      {isUnderReview && (
        <p className={styles['note']} role="status">
          {underReviewText}
        </p>
      )}
      {form.refusal && <ErrorNotice title={form.refusal.title}>{form.refusal.text}</ErrorNotice>}
    </>
  );
}
