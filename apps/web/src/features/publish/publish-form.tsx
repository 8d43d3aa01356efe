import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
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
  const { draft, bytes, tooLarge, mayChoosePath, canPublish, publishing, fault, isAnother, changeDraft, publish } =
    publication;
  const { htmlMaxBytes } = useAppConfig().limits;
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // A button that was disabled while it worked has lost its focus.
    if (fault && document.activeElement === document.body) button.current?.focus();
  }, [fault]);

  // In the other fields Enter alone does it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void publish();
  };
  const htmlProblem = tooLarge ? texts.tooLarge(bytes) : textAt('html', fault);

  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void publish();
      }}
    >
      <HtmlEditor
        bytes={bytes}
        html={draft.html}
        maxBytes={htmlMaxBytes}
        onChange={(html) => changeDraft({ html })}
        onKeyDown={onKeyDown}
        problem={htmlProblem}
        readOnly={publishing}
        startsFocused={isAnother}
      >
        {mayChoosePath ? (
          <CheckedPathField
            onChange={(customPath) => changeDraft({ customPath })}
            problem={textAt('path', fault)}
            readOnly={publishing}
            value={draft.customPath}
          />
        ) : (
          pathInvitation
        )}
      </HtmlEditor>
      <div className={styles['foot']}>
        {fault?.place === 'publish' && (
          <ErrorNotice className={styles['notice']} title={texts.publish.failed}>
            {fault.text}
          </ErrorNotice>
        )}
        <div className={styles['action']}>
          <span aria-hidden="true" className={styles['keys']}>
            <kbd>{shortcutKey()}</kbd>+<kbd>Enter</kbd>
          </span>
          <Button
            className={styles['submit']}
            disabled={!canPublish}
            loading={publishing}
            ref={button}
            size="lg"
            type="submit"
            variant="primary"
          >
            {texts.publish.submit}
          </Button>
        </div>
      </div>
      <p className={styles['spoken']} role="status">
        {publishing ? texts.publish.working : ''}
      </p>
    </form>
  );
}

function textAt(place: 'html' | 'path', fault: PublishFormProps['publication']['fault']): string | undefined {
  return fault?.place === place ? fault.text : undefined;
}

function shortcutKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}
