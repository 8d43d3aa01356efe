/** Pages load libraries from this folder beside them. */
export const LIBRARY_FOLDER = 'lib';

/** The build writes it. The first file of a module exports it, and loads the others. */
export const libraries = {
  modules: {
    react: ['react-2a7cf9ca.js', 'rolldown-runtime-317d6f66.js', 'react-53abb3b7.js'],
    'react/jsx-runtime': ['react-jsx-runtime-265e7f04.js', 'rolldown-runtime-317d6f66.js'],
    'react-dom': [
      'react-dom-90ec9ae9.js',
      'rolldown-runtime-317d6f66.js',
      'react-dom-975362f3.js',
      'react-53abb3b7.js',
    ],
    'react-dom/client': [
      'react-dom-client-95f681ce.js',
      'rolldown-runtime-317d6f66.js',
      'react-53abb3b7.js',
      'react-dom-975362f3.js',
    ],
    'lucide-react': ['lucide-react-81d813c2.js', 'rolldown-runtime-317d6f66.js', 'react-53abb3b7.js'],
    recharts: ['recharts-3383c6b7.js', 'rolldown-runtime-317d6f66.js', 'react-53abb3b7.js', 'react-dom-975362f3.js'],
  },
  tailwind: 'tailwind-e54f393a.js',
};
