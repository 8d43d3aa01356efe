/** Counts what passed and failed, and says how each step went. */
export class Tally {
  passed = 0;
  failed = 0;

  /** A step that is one check: format, or one project's lint, types or build. */
  check(name: string, passed: boolean, details = ''): void {
    this.add(name, { passed: passed ? 1 : 0, failed: passed ? 0 : 1, details });
  }

  /** A step with many tests. */
  add(name: string, result: { passed: number; failed: number; details?: string; seconds?: number }): void {
    this.passed += result.passed;
    this.failed += result.failed;
    const time = result.seconds === undefined ? '' : ` (${result.seconds.toFixed(0)} s)`;
    const counts = `${result.passed} passed${result.failed ? `, ${result.failed} failed` : ''}`;
    console.log(`${result.failed ? '✗' : '✓'} ${name}: ${counts}${time}`);
    if (result.failed && result.details) console.log(`\n${result.details.trim()}\n`);
  }

  /** The last line of a run. */
  summary(): string {
    return `${this.passed} passed, ${this.failed} failed`;
  }
}
