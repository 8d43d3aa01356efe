declare module 'parse-prometheus-text-format' {
  /** The caller checks the parsed value. @throws on text that is not Prometheus's format */
  export default function parse(text: string): unknown;
}
