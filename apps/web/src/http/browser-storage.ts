type Area = 'sessionStorage' | 'localStorage';

/** The browser keeps these texts. Where its storage is forbidden or full, they last as long as the page does. */
export interface TextStore {
  store: (key: string, value: string) => void;
  load: (key: string) => string;
}

function textStore(area: Area): TextStore {
  const refused = new Map<string, string>();
  return {
    store: (key, value) => {
      refused.delete(key);
      try {
        if (value === '') window[area].removeItem(key);
        else window[area].setItem(key, value);
      } catch {
        refused.set(key, value);
      }
    },
    load: (key) => {
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
