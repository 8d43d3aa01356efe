import { drawing } from './icons.js';

export const RenewIcon = drawing('M15.5 12.5a6 6 0 1 1-1-6.5M15.3 2.8v3.7h-3.7');
export const KeyIcon = drawing('M3.5 13a3 3 0 1 0 6 0a3 3 0 1 0-6 0zM8.7 10.9 16 3.6M13 6.6l2.6 2.6');
export const PencilIcon = drawing('M3.5 16.5 4.4 13 13.2 4.2a1.5 1.5 0 0 1 2.1 0l.5.5a1.5 1.5 0 0 1 0 2.1L7 15.6z');
export const TrashIcon = drawing('M3.5 5.5h13M8 5.5v-2h4v2M5.2 5.5l.8 11h8l.8-11M8.3 8.8v4.6M11.7 8.8v4.6');
export const SearchOffIcon = drawing('M3.8 9a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM13 13l3.8 3.8M3 3l14 14');
export const CalendarPlusIcon = drawing(
  'M5.5 4.5h9a2 2 0 0 1 2 2v8.5a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-8.5a2 2 0 0 1 2-2zM3.5 8.2h13M7 2.8v3M13 2.8v3M10 10.2v4.4M7.8 12.4h4.4',
);
export const MoreIcon = drawing(
  'M3.6 10a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0zM9.3 10a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0zM15 10a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0z',
);
export const ListIcon = drawing('M7 5.5h9.5M7 10h9.5M7 14.5h9.5M3.5 5.5h.01M3.5 10h.01M3.5 14.5h.01');
export const SearchIcon = drawing('M3.8 9a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM13 13l3.8 3.8');
export const CopyIcon = drawing(
  'M9 7h6a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-6a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2zM13 7V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2h2',
);
export const OpenIcon = drawing(
  'M11.5 3.5h5v5M16.5 3.5l-7 7M14 11.5V15a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 15V7.5A1.5 1.5 0 0 1 5 6h3.5',
);
export const LinkIcon = drawing(
  'M8.3 11.7a3 3 0 0 0 4.3 0l3-3a3 3 0 0 0-4.3-4.3l-1 1M11.7 8.3a3 3 0 0 0-4.3 0l-3 3a3 3 0 0 0 4.3 4.3l1-1',
);

export const LockIcon = drawing('M5 9h10v7.5H5zM7 9V6.5a3 3 0 0 1 6 0V9');
export const GlobeIcon = drawing(
  'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0zM3 10h14M10 3c-5 4.5-5 9.5 0 14M10 3c5 4.5 5 9.5 0 14',
);
export const ShareIcon = drawing('M10 12.5V3M6.5 6 10 2.8 13.5 6M6.5 9H5v8h10V9h-1.5');
export const ChatIcon = drawing(
  'M10 3.8c-3.8 0-6.8 2.4-6.8 5.5 0 1.7.9 3.2 2.4 4.2L5 16.6l3.5-2.1c.5.1 1 .1 1.5.1 3.8 0 6.8-2.4 6.8-5.3S13.8 3.8 10 3.8z',
);
export const XIcon = drawing('M4 3.8 13.3 16.2H16L6.7 3.8zM15.6 3.8l-4.9 5.4M9.2 10.9l-4.8 5.3');
export const QrIcon = drawing('M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h2v2h-2zM16.5 11.5v5h-5');
export const SparkIcon = drawing(
  'M9 3.5l1.6 4.4L15 9.5l-4.4 1.6L9 15.5l-1.6-4.4L3 9.5l4.4-1.6zM15.5 3v3.5M13.75 4.75h3.5M15.5 14v3M14 15.5h3',
);
export const BackIcon = drawing('M12 4.5 6.5 10l5.5 5.5');
export const SidewaysIcon = drawing('M7 6l-4 4 4 4M13 6l4 4-4 4M3 10h14');
export const DownloadIcon = drawing('M10 3v9.5M6 9l4 4 4-4M4 16.5h12');
export const FolderIcon = drawing(
  'M2.8 15V5.5A1.5 1.5 0 0 1 4.3 4h3.4l1.8 2h6.2a1.5 1.5 0 0 1 1.5 1.5V15a1.5 1.5 0 0 1-1.5 1.5H4.3A1.5 1.5 0 0 1 2.8 15z',
);
