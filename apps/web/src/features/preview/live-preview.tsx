import { useState, type RefCallback } from 'react';
import { Button } from '../../components/buttons/button.js';
import { classNames } from '../../components/class-names.js';
import { previewTexts } from '../../texts/publish/preview.js';
import styles from './live-preview.module.css';
import { PageFrame } from './page-frame.js';

/** Rendering a longer page after each pause would slow down typing on a phone. */
const MAX_AUTOMATIC_LENGTH = 300_000;

interface LivePreviewProps {
  text: string;
  title: string;
  className?: string | undefined;
  /** Tells whose page it is: the page of another subject is never shown, even before this one is rendered. */
  subject?: string;
  isVisible: boolean;
  ref?: RefCallback<HTMLElement>;
}

/** Shows the page shortly after each change of the text. A large page is updated only on request. */
export function LivePreview({ text, title, className, subject, isVisible, ref }: LivePreviewProps) {
  const [shown, setShown] = useState(text);
  const [shownSubject, setShownSubject] = useState(subject);
  const isAutomatic = text.length <= MAX_AUTOMATIC_LENGTH;
  if (subject !== shownSubject) {
    setShownSubject(subject);
    setShown('');
  } else if ((isAutomatic || shown === '') && isVisible && shown !== text) setShown(text);
  return (
    <div className={styles['preview']}>
      {!isAutomatic && (
        <div className={styles['bar']}>
          <p>{previewTexts.paused}</p>
          <Button disabled={shown === text} onClick={() => setShown(text)} size="sm">
            {previewTexts.refresh}
          </Button>
        </div>
      )}
      <div className={classNames(styles['page'], className)} ref={ref}>
        <PageFrame html={shown} isEdited title={title} />
      </div>
    </div>
  );
}
