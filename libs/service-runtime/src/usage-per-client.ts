/** Counts what each client has in use at the moment, such as connections. */
export class UsagePerClient {
  private readonly used = new Map<string, number>();

  constructor(private readonly max: number) {}

  hasCapacity(client: string): boolean {
    return (this.used.get(client) ?? 0) < this.max;
  }

  /** Counts one more until `release`. */
  take(client: string): void {
    this.used.set(client, (this.used.get(client) ?? 0) + 1);
  }

  release(client: string): void {
    const left = (this.used.get(client) ?? 1) - 1;
    if (left > 0) this.used.set(client, left);
    else this.used.delete(client);
  }
}
