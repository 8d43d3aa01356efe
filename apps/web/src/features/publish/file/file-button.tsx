import { useRef } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { FileIcon } from '../../../components/icons/icons.js';
import { publishTexts as text } from '../../../texts/publish/publish.js';

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
