import { limits } from '@haru/contracts';
import { TextInput, type TextInputProps } from '../../components/inputs/text-input.js';
import { passwordTexts } from '../../texts/sites/password.js';

export function PagePasswordInput(props: Omit<TextInputProps, 'label'>) {
  return (
    <TextInput {...props} autoComplete="off" label={passwordTexts.label} maxLength={limits.pagePasswordMaxLength} />
  );
}
