/** Any shop shows pictures of these means of payment. */
export const PAYMENTS = new Set([
  ...['VISA', 'Mastercard', 'JCB', 'American Express', 'Diners Club', 'PayPal', 'Stripe', 'PayPay', 'Amazon', 'Apple'],
  ...['Google', 'LINE', '楽天市場', 'NTTドコモ', 'au', 'メルペイ'],
]);
/** Other pages link to these services, or let visitors sign in with their accounts. */
export const ACCOUNTS = new Set([
  ...['Google', 'Apple', 'LINE', 'Twitter', 'Facebook', 'Instagram', 'GitHub', 'Microsoft', 'Yahoo! JAPAN', 'YouTube'],
  ...['TikTok', 'Discord', 'Slack', 'Spotify', 'Steam', 'Twitch', 'LinkedIn', 'Telegram', 'WhatsApp', 'Pinterest'],
]);
