/** Counts what each client has in use at the moment, such as connections. */
export class UsagePerClient {
  private readonly used = new Map<string, number>();

  constructor(private readonly max: number) {}

  /** @returns whether the client may have one more; it then counts until `release` */
  take(client: string): boolean {
    const used = this.used.get(client) ?? 0;
    if (used >= this.max) return false;
    this.used.set(client, used + 1);
    return true;
  }

  release(client: string): void {
    const left = (this.used.get(client) ?? 1) - 1;
    if (left > 0) this.used.set(client, left);
    else this.used.delete(client);
  }
}
