import { Refusal, type CommandError } from './errors.js';

/** Results go to standard output, everything else to standard error, so that a script reads an address alone. */
export class Output {
  constructor(private readonly isJson = false) {}

  /** @param text the result for people, one line or several */
  result(value: unknown, text: string): void {
    process.stdout.write(this.isJson ? `${JSON.stringify(value)}\n` : text === '' ? '' : `${text}\n`);
  }

  note(text: string): void {
    if (!this.isJson) process.stderr.write(`${text}\n`);
  }

  /** Says what is being done, to people only. */
  progress(text: string): void {
    if (process.stderr.isTTY) this.note(text);
  }

  fault(error: CommandError): void {
    const { code, message, hint } = error;
    const docs = error instanceof Refusal ? error.docs : '';
    const said = { code, message, ...(hint && { hint }), ...(docs && { docs }) };
    const lines = [`${code}: ${message}`, hint, docs].filter((line) => line !== '');
    process.stderr.write(this.isJson ? `${JSON.stringify(said)}\n` : `${lines.join('\n')}\n`);
  }
}
