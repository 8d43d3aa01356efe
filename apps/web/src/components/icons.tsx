import type { ReactNode } from 'react';

/** Decorative line drawings on a 20 px grid; the text beside them, or the control's label, carries the meaning. */
function Icon({ children }: { children: ReactNode }) {
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
      {children}
    </svg>
  );
}

export const CopyIcon = () => (
  <Icon>
    <rect height="10" rx="2" width="10" x="7" y="7" />
    <path d="M13 7V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2h2" />
  </Icon>
);

export const CheckIcon = () => (
  <Icon>
    <path d="m4 10.5 4 4 8-9" />
  </Icon>
);

export const OpenIcon = () => (
  <Icon>
    <path d="M11.5 3.5h5v5M16.5 3.5l-7 7M14 11.5V15a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 15V7.5A1.5 1.5 0 0 1 5 6h3.5" />
  </Icon>
);

export const FileIcon = () => (
  <Icon>
    <path d="M11.5 2.5H6A1.5 1.5 0 0 0 4.5 4v12A1.5 1.5 0 0 0 6 17.5h8a1.5 1.5 0 0 0 1.5-1.5V6.5zM11.5 2.5v4h4" />
  </Icon>
);

export const HeartIcon = () => (
  <Icon>
    <path d="M10 16.5S3.5 12.7 3.5 8.1A3.6 3.6 0 0 1 10 6a3.6 3.6 0 0 1 6.5 2.1C16.5 12.7 10 16.5 10 16.5z" />
  </Icon>
);

export const FlagIcon = () => (
  <Icon>
    <path d="M5 17.5v-14h9.5l-2 3.5 2 3.5H5" />
  </Icon>
);

export const GridIcon = () => (
  <Icon>
    <rect height="5.5" rx="1.2" width="5.5" x="3.2" y="3.2" />
    <rect height="5.5" rx="1.2" width="5.5" x="11.3" y="3.2" />
    <rect height="5.5" rx="1.2" width="5.5" x="3.2" y="11.3" />
    <rect height="5.5" rx="1.2" width="5.5" x="11.3" y="11.3" />
  </Icon>
);

export const MenuIcon = () => (
  <Icon>
    <path d="M3.5 5.5h13M3.5 10h13M3.5 14.5h13" />
  </Icon>
);

export const CloseIcon = () => (
  <Icon>
    <path d="m5 5 10 10M15 5 5 15" />
  </Icon>
);

export const PersonIcon = () => (
  <Icon>
    <circle cx="10" cy="6.8" r="3.3" />
    <path d="M3.5 17c.8-3.3 3.4-5 6.5-5s5.7 1.7 6.5 5" />
  </Icon>
);

export const ChevronIcon = () => (
  <Icon>
    <path d="m6 8 4 4 4-4" />
  </Icon>
);

export const ClockIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 6v4l2.7 1.7" />
  </Icon>
);

export const PlusIcon = () => (
  <Icon>
    <path d="M10 4v12M4 10h12" />
  </Icon>
);

export const WarningIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 6.3v4.4M10 13.7v.1" />
  </Icon>
);

export const LinkIcon = () => (
  <Icon>
    <path d="M8.3 11.7a3 3 0 0 0 4.3 0l3-3a3 3 0 0 0-4.3-4.3l-1 1M11.7 8.3a3 3 0 0 0-4.3 0l-3 3a3 3 0 0 0 4.3 4.3l1-1" />
  </Icon>
);

export const LeaveIcon = () => (
  <Icon>
    <path d="M8.5 3.5H5A1.5 1.5 0 0 0 3.5 5v10A1.5 1.5 0 0 0 5 16.5h3.5M13 6.5l3.5 3.5-3.5 3.5M16.5 10H8.5" />
  </Icon>
);

export const GearIcon = () => (
  <Icon>
    <path d="M3.5 6h7M14.5 6h2M3.5 14h2M9.5 14h7" />
    <circle cx="12.5" cy="6" r="2" />
    <circle cx="7.5" cy="14" r="2" />
  </Icon>
);

export const PencilIcon = () => (
  <Icon>
    <path d="M3.5 16.5 4.4 13 13.2 4.2a1.5 1.5 0 0 1 2.1 0l.5.5a1.5 1.5 0 0 1 0 2.1L7 15.6z" />
  </Icon>
);

export const TrashIcon = () => (
  <Icon>
    <path d="M3.5 5.5h13M8 5.5v-2h4v2M5.2 5.5l.8 11h8l.8-11M8.3 8.8v4.6M11.7 8.8v4.6" />
  </Icon>
);

export const SearchIcon = () => (
  <Icon>
    <circle cx="9" cy="9" r="5.2" />
    <path d="m13 13 3.8 3.8" />
  </Icon>
);

export const SearchOffIcon = () => (
  <Icon>
    <circle cx="9" cy="9" r="5.2" />
    <path d="m13 13 3.8 3.8M3 3l14 14" />
  </Icon>
);

export const CalendarPlusIcon = () => (
  <Icon>
    <rect height="12.5" rx="2" width="13" x="3.5" y="4.5" />
    <path d="M3.5 8.2h13M7 2.8v3M13 2.8v3M10 10.2v4.4M7.8 12.4h4.4" />
  </Icon>
);
