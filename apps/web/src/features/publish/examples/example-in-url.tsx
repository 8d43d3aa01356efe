import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { exampleIn, paths } from '../../../paths.js';
import type { TextEntry } from '../editor/use-text-entry.js';
import { enterExample, exampleNames } from './examples.js';

/** Enters the example that the URL names, once, and removes the name from the URL. */
export function ExampleInUrl({ entry }: { entry: TextEntry }) {
  const named = exampleIn(useLocation());
  const name = exampleNames.find((known) => known === named);
  const navigate = useNavigate();
  const enter = useEffectEvent((example: typeof name) => {
    if (!example) return;
    void navigate(paths.publish, { replace: true });
    void enterExample(example, entry);
  });
  useEffect(() => enter(name), [name]);
  return null;
}
