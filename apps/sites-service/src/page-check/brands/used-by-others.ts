import { confusableSkeleton } from './fold.js';

/** Means of payment, of which any shop shows a picture. */
export const PAYMENTS = new Set([
  ...['VISA', 'Mastercard', 'JCB', 'American Express', 'Diners Club', 'PayPal', 'Stripe', 'PayPay', 'Amazon', 'Apple'],
  ...['Google', 'LINE', '楽天市場', 'NTTドコモ', 'au', 'メルペイ'],
]);
/** To whose pages others link, and with whose accounts one signs in elsewhere. */
export const ACCOUNTS = new Set([
  ...['Google', 'Apple', 'LINE', 'Twitter', 'Facebook', 'Instagram', 'GitHub', 'Microsoft', 'Yahoo! JAPAN', 'YouTube'],
  ...['TikTok', 'Discord', 'Slack', 'Spotify', 'Steam', 'Twitch', 'LinkedIn', 'Telegram', 'WhatsApp', 'Pinterest'],
]);

/** Cards of which any form for a card shows the name. */
export const NETWORKS = new Set(['visa', 'mastercard', 'jcb', 'amex', 'american express', 'diners club'].map(confusableSkeleton));
