import type { KeyboardEvent, ReactNode } from 'react';
import { useAppConfig } from '../../api/api.js';
import { Button } from '../../components/buttons/button.js';
import { ErrorNotice } from '../../components/notices/notice.js';
import { texts } from '../../texts/ja.js';
import { CheckedPathField } from '../sites/path/checked-path-field.js';
import { HtmlEditor } from './editor/html-editor.js';
import styles from './publish-form.module.css';
import type { usePublish } from './use-publish.js';

export interface PublishFormProps {
  publication: ReturnType<typeof usePublish>;
  /** Stands where the custom address would be, for people who may not choose one. */
  pathInvitation: ReactNode;
}

export function PublishForm({ publication, pathInvitation }: PublishFormProps) {
  const { form, bytes, tooLarge, mayChoosePath, canPublish, isAnother } = publication;
  const { htmlMaxBytes } = useAppConfig().limits;
  const html = form.fieldProps('html');
  const path = form.fieldProps('customPath');

  return (
    <form className={styles['form']} {...form.formProps}>
      <HtmlEditor
        bytes={bytes}
        html={html.value}
        maxBytes={htmlMaxBytes}
        onChange={(value) => form.change('html', value)}
        onKeyDown={submitOnShortcut}
        problem={tooLarge ? texts.tooLarge(bytes) : html.error}
        readOnly={form.working}
        startsFocused={isAnother}
      >
        {mayChoosePath ? (
          <CheckedPathField
            onChange={(value) => form.change('customPath', value)}
            problem={path.error}
            readOnly={form.working}
            value={path.value}
          />
        ) : (
          pathInvitation
        )}
      </HtmlEditor>
      <div className={styles['foot']}>
        {form.refusal && (
          <ErrorNotice className={styles['notice']} title={form.refusal.title}>
            {form.refusal.text}
          </ErrorNotice>
        )}
        <div className={styles['action']}>
          <span aria-hidden="true" className={styles['keys']}>
            <kbd>{shortcutKey()}</kbd>+<kbd>Enter</kbd>
          </span>
          <Button
            className={styles['submit']}
            disabled={!canPublish}
            loading={form.working}
            size="lg"
            type="submit"
            variant="primary"
          >
            {texts.publish.submit}
          </Button>
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {form.working ? texts.publish.working : ''}
      </p>
    </form>
  );
}

/** In the other fields Enter alone does it. */
function submitOnShortcut(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

function shortcutKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}
