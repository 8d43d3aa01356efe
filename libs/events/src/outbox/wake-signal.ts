/** Lets one loop sleep until it is woken or the time is over. A wake-up while it is awake is remembered. */
export class WakeSignal {
  private woken = false;
  private wakeSleeper: (() => void) | undefined;

  wake(): void {
    this.woken = true;
    this.wakeSleeper?.();
  }

  async sleep(ms: number): Promise<void> {
    if (!this.woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.wakeSleeper = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.wakeSleeper = undefined;
    }
    this.woken = false;
  }
}
