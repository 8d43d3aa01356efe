import type { PagePlace } from '@haru/contracts';
import { useRef } from 'react';
import type { PageFrameHandle } from '../../preview/page-frame.js';

/** A page that follows reports it a moment later; a shorter one would otherwise scroll the other back. */
const FOLLOWING_MS = 200;

/** Scrolls two pages together: the one that the reader scrolls leads. */
export function useLinkedScroll() {
  const beforeRef = useRef<PageFrameHandle>(null);
  const afterRef = useRef<PageFrameHandle>(null);
  const leader = useRef<{ isBefore: boolean; until: number }>(null);
  const scrolled = (isBefore: boolean, place: PagePlace) => {
    const now = performance.now();
    if (leader.current && leader.current.isBefore !== isBefore && now < leader.current.until) return;
    leader.current = { isBefore, until: now + FOLLOWING_MS };
    (isBefore ? afterRef : beforeRef).current?.scrollTo(place);
  };
  return {
    beforeRef,
    afterRef,
    onBeforeScroll: (place: PagePlace) => scrolled(true, place),
    onAfterScroll: (place: PagePlace) => scrolled(false, place),
  };
}
