import type { CaseKind } from '@haru/contracts';
import type { ComponentProps } from 'react';
import styles from './sexual-images.module.css';

/** The law sets a shorter time for these kinds where the page shows sexual images. */
const kindsWithImages: ReadonlySet<string> = new Set<CaseKind>(['rights', 'privacy']);

type SexualImagesProps = ComponentProps<'input'> & { kind: CaseKind | ''; label: string; hint: string };

export function SexualImages({ kind, label, hint, ...input }: SexualImagesProps) {
  if (!kindsWithImages.has(kind)) return null;
  return (
    <label className={styles['check']}>
      <input {...input} type="checkbox" />
      <span>
        {label}
        <span className={styles['hint']}>{hint}</span>
      </span>
    </label>
  );
}

/** Whether a report says so: the box may have been checked before another kind was chosen. */
export const concernsImages = (kind: CaseKind, checked: boolean): boolean => checked && kindsWithImages.has(kind);
