import { useEffect, useRef } from 'react';
import { LinkIcon } from '../../../components/icons/action-icons.js';
import { TextInput } from '../../../components/inputs/text-input.js';
import { customPathTexts } from '../../../texts/publish/file.js';
import { cleanCustomPath, isCustomPathAcceptable } from './custom-path.js';

export interface CustomPathFieldProps {
  value: string;
  label?: string;
  hint?: string;
  problem?: string | undefined;
  readOnly: boolean;
  takesFocus?: boolean;
  onChange: (path: string) => void;
}

export function CustomPathField({
  value,
  label = customPathTexts.label,
  hint = customPathTexts.hint,
  problem,
  readOnly,
  takesFocus = false,
  onChange,
}: CustomPathFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  const acceptable = isCustomPathAcceptable(value);
  return (
    <TextInput
      autoCapitalize="off"
      autoComplete="off"
      error={problem ?? (acceptable ? undefined : customPathTexts.rule)}
      hint={hint}
      icon={<LinkIcon />}
      label={label}
      onChange={(event) => {
        // Changing the text during a composition would break the Japanese input method.
        const composing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing;
        onChange(composing ? event.target.value : cleanCustomPath(event.target.value));
      }}
      onCompositionEnd={(event) => onChange(cleanCustomPath(event.currentTarget.value))}
      placeholder={customPathTexts.placeholder}
      prefix={customPathTexts.prefix}
      readOnly={readOnly}
      ref={input}
      spellCheck={false}
      value={value}
    />
  );
}
