declare module 'parse-prometheus-text-format' {
  /** What is parsed is checked by the caller. @throws on text that is not Prometheus's format */
  export default function parse(text: string): unknown;
}
