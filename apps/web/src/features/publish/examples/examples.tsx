import { exampleTexts, type ExampleName, publishTexts as text } from '../../../texts/publish/publish.js';
import type { TextEntry } from '../editor/use-text-entry.js';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { exampleIn, screens } from '../../../paths.js';

export const exampleNames = Object.keys(exampleTexts.names) as ExampleName[];

/** Each example is loaded when it is chosen. */
const pages: Record<ExampleName, () => Promise<string>> = {
  invitation: async () => (await import('./invitation.html?raw')).default,
  event: async () => (await import('./event.html?raw')).default,
  profile: async () => (await import('./profile.html?raw')).default,
  calculator: async () => (await import('./calculator.html?raw')).default,
};

export async function enterExample(name: ExampleName, entry: Pick<TextEntry, 'enter' | 'refuse'>): Promise<void> {
  try {
    entry.enter(await pages[name](), text.exampleLoaded(exampleTexts.names[name]));
  } catch (error) {
    console.warn('the example was not loaded', error);
    entry.refuse(text.exampleFailed);
  }
}

/** Enters the example that the URL names, once, and removes the name from the URL. */
export function ExampleInUrl({ entry }: { entry: TextEntry }) {
  const named = exampleIn(useLocation());
  const name = exampleNames.find((known) => known === named);
  const navigate = useNavigate();
  const enter = useEffectEvent((example: typeof name) => {
    if (!example) return;
    void navigate(screens.publish.path, { replace: true });
    void enterExample(example, entry);
  });
  useEffect(() => enter(name), [name]);
  return null;
}
