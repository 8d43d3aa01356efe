import { Button } from '../../../components/buttons/button.js';
import { clipboardTexts as texts } from '../../../texts/publish/publish.js';

interface PasteButtonProps {
  disabled: boolean;
  onText: (text: string) => void;
  onProblem: (problem: string) => void;
}

/** It is for touch, where pasting takes a long press and a menu. */
export function PasteButton({ disabled, onText, onProblem }: PasteButtonProps) {
  const paste = async () => {
    try {
      // Safari reads it only within the press itself.
      const text = await navigator.clipboard.readText();
      if (text === '') onProblem(texts.empty);
      else onText(text);
    } catch {
      onProblem(texts.refused);
    }
  };
  return (
    <Button disabled={disabled} onClick={() => void paste()} size="lg" variant="primary">
      {texts.paste}
    </Button>
  );
}
