import { useRef, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { useMediaQuery } from '../../../components/hooks.js';
import { FolderIcon } from '../../../components/icons/action-icons.js';
import { FileIcon } from '../../../components/icons/icons.js';
import { sourcesOf, type Source } from '../taking/sources.js';
import styles from './file-drop.module.css';

interface FileButtonProps {
  disabled: boolean;
  children: string;
  isPlain?: boolean;
  isFolder?: boolean;
  onFiles: (files: File[]) => void;
}

export function FileButton({ disabled, children, isPlain = false, isFolder = false, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        disabled={disabled}
        iconLeft={isFolder ? <FolderIcon /> : <FileIcon />}
        onClick={() => input.current?.click()}
        variant={isPlain ? 'ghost' : 'secondary'}
      >
        {children}
      </Button>
      <input
        aria-label={children}
        hidden
        multiple
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Without it the browser reports no change when the same file is chosen again.
          event.target.value = '';
        }}
        ref={input}
        type="file"
        // React's types do not know the attribute.
        {...(isFolder ? { webkitdirectory: '' } : {})}
      />
    </>
  );
}

/** Phones cannot choose folders. */
export function FolderButton(props: Omit<FileButtonProps, 'isFolder'>) {
  const hasFingers = useMediaQuery('(pointer: coarse)');
  return hasFingers ? null : <FileButton {...props} isFolder />;
}

/** Files may be dropped anywhere: one that misses the editor must not make the browser leave the page. */
export function FileDrop({ onFiles, label }: { onFiles: (sources: Source[]) => void; label: string }) {
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
      // An editor would insert the files' text.
      event.stopPropagation();
      setHovering(false);
      take(sourcesOf(event.dataTransfer));
    };
    window.addEventListener('dragenter', over, { signal });
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal, capture: true });
    return () => stop.abort();
  }, []);

  if (!hovering) return null;
  return (
    <div aria-hidden="true" className={`strong text-lg centred ${styles['drop']}`}>
      {label}
    </div>
  );
}
