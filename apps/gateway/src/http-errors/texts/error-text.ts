/** Programs and the documentation of errors show this. */
export interface ErrorText {
  /** What happened. */
  en: string;
  /** What to do next. */
  hint: string;
  /** The same as the hint in Japanese. It is left out where the contracts' table has an advice. */
  ja?: string;
}

export const later = 'Wait a little, then send the request again.';
export const signIn = { hint: 'Sign in again in a browser.', ja: 'ブラウザでログインし直してください' };
