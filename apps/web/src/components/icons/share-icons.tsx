import { drawing } from './icons.js';

export const ShareIcon = drawing('M10 12.5V3M6.5 6 10 2.8 13.5 6M6.5 9H5v8h10V9h-1.5');
export const QrIcon = drawing('M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h2v2h-2zM16.5 11.5v5h-5');
export const DownloadIcon = drawing('M10 3v9.5M6 9l4 4 4-4M4 16.5h12');
