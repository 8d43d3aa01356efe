/** These types are text, or compress as well as text does. */
const compressible =
  /^(?:text\/.*|application\/(?:javascript|json|xml|wasm|manifest\+json|vnd\.ms-fontobject)|font\/(?:ttf|otf)|image\/(?:bmp|x-icon|vnd\.microsoft\.icon)|.*\+(?:xml|json))$/;
const text = /^(?:text\/.*|application\/(?:javascript|json|xml|manifest\+json)|.*\+(?:xml|json))$/;

export function isCompressible(type: string): boolean {
  return compressible.test(type);
}

export function isText(type: string): boolean {
  return text.test(type);
}

/** @param isUtf8 a text in another encoding declares it itself, and a charset in the header would override that */
export function contentTypeOf(type: string, isUtf8: boolean): string {
  return isUtf8 && isText(type) ? `${type}; charset=utf-8` : type;
}

/**
 * Builds put the hash of a file before its extension: `index-BxK3a9Zq.js`, `main.3f2a9c1b.css`. What begins with a year
 * may be a date: `photo-20240131a.jpg`.
 */
const hexHash = /[.-](?!(?:19|20)\d\d)(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{8,64}\.\w{1,8}$/;
/** A digit before a letter is required: words end with their digits, as in `photo-iPhone12.png`. */
const base64Hash = /[.-](?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*[0-9][\w-]*[A-Za-z][\w-]*\.)[\w-]{8}\.\w{1,8}$/;

/** Whether a file's name seems to change with its content, so that browsers need not ask for it again. */
export function isNamedByHash(path: string): boolean {
  return hexHash.test(path) || base64Hash.test(path);
}
