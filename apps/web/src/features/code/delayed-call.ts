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
