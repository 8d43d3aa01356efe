export function delayedCall(work: () => void, pauseMs: () => number) {
  let timer: number | undefined;
  const drop = () => {
    window.clearTimeout(timer);
    timer = undefined;
  };
  const flush = () => {
    if (timer === undefined) return;
    drop();
    work();
  };
  return {
    note: () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(flush, pauseMs());
    },
    flush,
    drop,
  };
}

/** Does `work` once, after the screen has been painted next, so that the person's last action is shown before it. */
export function afterPaint(work: () => void): { doNow: () => void; cancel: () => void } {
  let timer: number | undefined;
  const frame = window.requestAnimationFrame(() => {
    timer = window.setTimeout(work);
  });
  const cancel = () => {
    window.cancelAnimationFrame(frame);
    window.clearTimeout(timer);
  };
  return {
    doNow: () => {
      cancel();
      work();
    },
    cancel,
  };
}
