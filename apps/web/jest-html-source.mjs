/** Vite's `?raw` for Jest: an HTML file is its text. */
export default { process: (html) => ({ code: `module.exports = ${JSON.stringify(html)};` }) };
