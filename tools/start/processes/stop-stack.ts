/** Stops what was started, in the reverse order. */
export class StopStack {
  private readonly stops: { name: string; stop: () => Promise<void> }[] = [];
  private stopped: Promise<Error[]> | undefined;

  /** How many things have been started. */
  get size(): number {
    return this.stops.length;
  }

  /** Adds a function that undoes a step. Once the stack has been run, it is called immediately and the start fails. */
  async add(name: string, stop: () => Promise<void>): Promise<void> {
    if (!this.stopped) {
      this.stops.push({ name, stop });
      return;
    }
    await stop();
    throw new Error(`${name} was stopped: the system is stopping`);
  }

  /** Stops everything, youngest first, also when one of them fails. Gives the failures. */
  run(): Promise<Error[]> {
    this.stopped ??= this.stopAll();
    return this.stopped;
  }

  private async stopAll(): Promise<Error[]> {
    const failures: Error[] = [];
    for (const { name, stop } of this.stops.toReversed()) {
      try {
        await stop();
      } catch (error) {
        failures.push(new Error(`${name} did not stop in good order`, { cause: error }));
      }
    }
    return failures;
  }
}
