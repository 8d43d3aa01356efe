import { copyLineTexts as text } from '../../texts/copy-line.js';
import { Button } from '../buttons/button.js';
import { CopyIcon } from '../icons/action-icons.js';
import styles from './copy-line.module.css';
import { useCopy } from './use-copy.js';

export function CopyLine({ name, line }: { name: string; line: string }) {
  const { copy, isRefused, element } = useCopy<HTMLElement>(line, text.copied);
  return (
    <div className={styles['box']}>
      <code aria-label={name} className={styles['line']} ref={element} role="group">
        {line}
      </code>
      <Button aria-label={text.copyNamed(name)} iconLeft={<CopyIcon />} onClick={copy} size="sm" variant="ghost">
        {text.copy}
      </Button>
      {isRefused && (
        <p className={styles['refused']} role="alert">
          {text.failed}
        </p>
      )}
    </div>
  );
}
