export { readPageInput, type PageInput } from './read-page-input.js';
