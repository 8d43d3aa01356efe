export type TextStore = ReturnType<typeof textStore>;

/** The browser keeps these texts. Where its storage is forbidden or full, they last as long as the page does. */
function textStore(area: 'sessionStorage' | 'localStorage') {
  const refused = new Map<string, string>();
  return {
    store: (key: string, value: string): void => {
      refused.delete(key);
      try {
        if (value === '') window[area].removeItem(key);
        else window[area].setItem(key, value);
      } catch {
        refused.set(key, value);
      }
    },
    load: (key: string): string => {
      try {
        return refused.get(key) ?? window[area].getItem(key) ?? '';
      } catch {
        return '';
      }
    },
  };
}

export const tabStore = textStore('sessionStorage');

export const browserStore = textStore('localStorage');
