const greeting = process.env['GREETING'] ?? 'hello';
console.log(`${greeting}, ${1 - process.argv.slice(2).length} argument(s) short`);
if (process.argv[2] === 'and go') process.exit(3);
process.on('SIGTERM', () => process.exit(7));
setInterval(() => undefined, 1_000);
process.send?.('ready');
