import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNotices } from '../notices/notices.js';
import { copyText } from './copy-text.js';

/** Copies a text. Where the browser refuses, the text of the element that shows it, then or always, is selected. */
export function useCopy<Shown extends HTMLElement>(text: string, copied: string) {
  const { showToast } = useNotices();
  const [isRefused, setRefused] = useState(false);
  const element = useRef<Shown>(null);
  const copy = async () => {
    const done = await copyText(text);
    flushSync(() => setRefused(!done));
    if (done) showToast(copied);
    else if (element.current) window.getSelection()?.selectAllChildren(element.current);
  };
  return { copy: () => void copy(), isRefused, element };
}
