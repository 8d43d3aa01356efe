import type { CaseKind } from '@haru/contracts';
import type { ComponentProps } from 'react';

/** The law sets a shorter time for these kinds where the page shows sexual images. */
const kindsWithImages: ReadonlySet<string> = new Set<CaseKind>(['rights', 'privacy']);

type SexualImagesProps = ComponentProps<'input'> & { kind: CaseKind | ''; label: string; hint: string };

export function SexualImages({ kind, label, hint, ...input }: SexualImagesProps) {
  if (!kindsWithImages.has(kind)) return null;
  return (
    <label className="check">
      <input {...input} type="checkbox" />
      <span>
        {label}
        <br />
        <span className="soft-sm">{hint}</span>
      </span>
    </label>
  );
}

/** Whether a report says so: the box may have been checked before another kind was chosen. */
export const concernsImages = (kind: CaseKind, checked: boolean): boolean => checked && kindsWithImages.has(kind);
