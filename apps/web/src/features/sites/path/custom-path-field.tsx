import { LinkIcon } from '../../../components/icons.js';
import { TextInput } from '../../../components/inputs/text-input.js';
import { texts } from '../../../texts/ja.js';
import { cleanCustomPath, isCustomPathAcceptable } from './custom-path.js';

export interface CustomPathFieldProps {
  value: string;
  label?: string;
  hint?: string;
  /** The server's refusal of this path. */
  problem?: string | undefined;
  readOnly: boolean;
  onChange: (path: string) => void;
}

export function CustomPathField({
  value,
  label = texts.publish.path,
  hint = texts.publish.pathHint,
  problem,
  readOnly,
  onChange,
}: CustomPathFieldProps) {
  const acceptable = isCustomPathAcceptable(value);
  return (
    <TextInput
      autoCapitalize="off"
      autoComplete="off"
      error={problem ?? (acceptable ? undefined : texts.publish.pathRule)}
      hint={hint}
      icon={<LinkIcon />}
      label={label}
      onChange={(event) => {
        // Cleaning in the middle of a composition would break the Japanese input method.
        const composing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing;
        onChange(composing ? event.target.value : cleanCustomPath(event.target.value));
      }}
      onCompositionEnd={(event) => onChange(cleanCustomPath(event.currentTarget.value))}
      placeholder={texts.publish.pathPlaceholder}
      prefix={texts.publish.pathPrefix}
      readOnly={readOnly}
      spellCheck={false}
      value={value}
    />
  );
}
