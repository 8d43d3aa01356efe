export { renderMarkdown } from './markdown/render-markdown.js';
