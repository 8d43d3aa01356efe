import { useRef, useState } from 'react';
import { useNotices } from '../notices/notices.js';
import { copyText } from './copy-text.js';

/** Copies a text that an element shows. Where the browser refuses, the element's text is selected. */
export function useCopy<Shown extends HTMLElement>(text: string, copied: string) {
  const { showToast } = useNotices();
  const [isRefused, setRefused] = useState(false);
  const element = useRef<Shown>(null);
  const copy = async () => {
    const done = await copyText(text);
    setRefused(!done);
    if (done) showToast(copied);
    else if (element.current) window.getSelection()?.selectAllChildren(element.current);
  };
  return { copy: () => void copy(), isRefused, element };
}
