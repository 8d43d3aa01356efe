/** A browser that is driven by WebDriver. */
export interface TestedBrowser {
  name: string;
  /** Makes the page this large, or as narrow as the browser's window gets. */
  resize(width: number, height: number): Promise<void>;
  /** Opens an address and waits until it is loaded. */
  open(url: string): Promise<void>;
  /** The value of an expression in the page, as JSON can hold it. */
  evaluate(expression: string): Promise<unknown>;
  /** A picture of what the window shows, as PNG in base64. */
  picture(): Promise<string>;
  /** Errors on its console, where its protocol tells them. */
  errors?: string[];
  close(): Promise<void>;
}
