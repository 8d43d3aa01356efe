/** Whether `npm run accept -- long` runs the specs: they then take their longest cases, too. */
export const isAcceptance = process.env['HARU_ACCEPT'] === '1';
