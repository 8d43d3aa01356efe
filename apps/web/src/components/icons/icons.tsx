/** Icons are decorative drawings on a 20 px grid; the text beside them, or the control's label, carries the meaning. */
export function drawing(path: string) {
  return function Icon() {
    return (
      <svg
        aria-hidden="true"
        fill="none"
        focusable="false"
        height="18"
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth="1.6"
        viewBox="0 0 20 20"
        width="18"
      >
        <path d={path} />
      </svg>
    );
  };
}

export const CheckIcon = drawing('m4 10.5 4 4 8-9');
export const HeartIcon = drawing(
  'M10 16.5S3.5 12.7 3.5 8.1A3.6 3.6 0 0 1 10 6a3.6 3.6 0 0 1 6.5 2.1C16.5 12.7 10 16.5 10 16.5z',
);
export const FlagIcon = drawing('M5 17.5v-14h9.5l-2 3.5 2 3.5H5');
export const GridIcon = drawing(
  'M4.4 3.2h3.1a1.2 1.2 0 0 1 1.2 1.2v3.1a1.2 1.2 0 0 1-1.2 1.2h-3.1a1.2 1.2 0 0 1-1.2-1.2v-3.1a1.2 1.2 0 0 1 1.2-1.2zM12.5 3.2h3.1a1.2 1.2 0 0 1 1.2 1.2v3.1a1.2 1.2 0 0 1-1.2 1.2h-3.1a1.2 1.2 0 0 1-1.2-1.2v-3.1a1.2 1.2 0 0 1 1.2-1.2zM4.4 11.3h3.1a1.2 1.2 0 0 1 1.2 1.2v3.1a1.2 1.2 0 0 1-1.2 1.2h-3.1a1.2 1.2 0 0 1-1.2-1.2v-3.1a1.2 1.2 0 0 1 1.2-1.2zM12.5 11.3h3.1a1.2 1.2 0 0 1 1.2 1.2v3.1a1.2 1.2 0 0 1-1.2 1.2h-3.1a1.2 1.2 0 0 1-1.2-1.2v-3.1a1.2 1.2 0 0 1 1.2-1.2z',
);
export const MenuIcon = drawing('M3.5 5.5h13M3.5 10h13M3.5 14.5h13');
export const CloseIcon = drawing('m5 5 10 10M15 5 5 15');
export const PersonIcon = drawing(
  'M6.7 6.8a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0-6.6 0zM3.5 17c.8-3.3 3.4-5 6.5-5s5.7 1.7 6.5 5',
);
export const ChevronIcon = drawing('m6 8 4 4 4-4');
export const PlusIcon = drawing('M10 4v12M4 10h12');
export const WarningIcon = drawing('M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0zM10 6.3v4.4M10 13.7v.1');
export const LeaveIcon = drawing(
  'M8.5 3.5H5A1.5 1.5 0 0 0 3.5 5v10A1.5 1.5 0 0 0 5 16.5h3.5M13 6.5l3.5 3.5-3.5 3.5M16.5 10H8.5',
);
export const GearIcon = drawing(
  'M3.5 6h7M14.5 6h2M3.5 14h2M9.5 14h7M10.5 6a2 2 0 1 0 4 0a2 2 0 1 0-4 0zM5.5 14a2 2 0 1 0 4 0a2 2 0 1 0-4 0z',
);
export const FileIcon = drawing(
  'M11.5 2.5H6A1.5 1.5 0 0 0 4.5 4v12A1.5 1.5 0 0 0 6 17.5h8a1.5 1.5 0 0 0 1.5-1.5V6.5zM11.5 2.5v4h4',
);
export const ClockIcon = drawing('M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0zM10 6v4l2.7 1.7');
