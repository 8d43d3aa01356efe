import type { Plugin } from 'vite';

/**
 * Lets the bundler drop the components of React Router that the app does not use, such as forms, fetchers and the links of
 * the framework mode: it creates and names them in statements that the bundler takes for side effects.
 */
export function shakeReactRouter(): Plugin {
  return {
    name: 'shake-react-router',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-router\/dist\// },
      handler: (code) => ({ code: withPureComponents(code), map: null }),
    },
  };
}

/** Touches only whole statements at the top of a module; names are for developer tools alone. */
export const withPureComponents = (code: string): string =>
  code
    .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
    .replace(/^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$1/* @__PURE__ */ $2');
