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
