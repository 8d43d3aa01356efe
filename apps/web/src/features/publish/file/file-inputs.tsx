import { useRef, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { FileIcon } from '../../../components/icons/icons.js';
import { publishTexts as text } from '../../../texts/publish/publish.js';
import styles from './file-drop.module.css';

interface FileButtonProps {
  disabled: boolean;
  /** It has no border, for a bar of controls. */
  isPlain?: boolean;
  onFiles: (files: File[]) => void;
}

export function FileButton({ disabled, isPlain = false, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        disabled={disabled}
        iconLeft={<FileIcon />}
        onClick={() => input.current?.click()}
        variant={isPlain ? 'ghost' : 'secondary'}
      >
        {text.chooseFile}
      </Button>
      <input
        accept=".html,.htm,.txt,.text,.md,.markdown,text/html,text/plain,text/markdown"
        aria-label={text.chooseFile}
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Without it the browser reports no change when the same file is chosen again.
          event.target.value = '';
        }}
        ref={input}
        type="file"
      />
    </>
  );
}

/**
 * Accepts files dropped anywhere in the window: one that misses the editor must not make the browser leave the page.
 * It says so over the editor while files are over the window.
 */
export function FileDrop({ onFiles }: { onFiles: (files: File[]) => void }) {
  const [hovering, setHovering] = useState(false);
  const take = useEffectEvent(onFiles);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setHovering(true);
    };
    const leave = (event: DragEvent) => {
      // Without a related target the pointer has left the window, not merely crossed into a child.
      if (event.relatedTarget === null) setHovering(false);
    };
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setHovering(false);
      take([...event.dataTransfer.files]);
    };
    window.addEventListener('dragenter', over, { signal });
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    return () => stop.abort();
  }, []);

  if (!hovering) return null;
  return (
    <div aria-hidden="true" className={styles['drop']}>
      {text.dropHere}
    </div>
  );
}
