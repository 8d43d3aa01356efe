import { z } from 'zod';
import { limits } from '../limits.js';
import { pagePasswordSchema, visibilitySchema } from './visibility.js';

/** A title of one line. */
export const titleSchema = z
  .string()
  .trim()
  .min(1)
  .max(limits.titleMaxLength)
  .refine((text) => !/[\0\n\r]/.test(text) && text.isWellFormed());

/** A page is published and updated with these. One that is left out has its default, or stays as it is. */
export const pageSettingsSchema = z.object({
  /** The page's own title, or its first heading, counts if it is left out. */
  title: titleSchema.optional(),
  /** By default search engines may list the page. */
  noindex: z.boolean().optional(),
  /** A new page is public by default. */
  visibility: visibilitySchema.optional(),
  /** It is given with the visibility `password`. */
  password: pagePasswordSchema.optional(),
});
export type PageSettings = z.output<typeof pageSettingsSchema>;

type Shape = typeof pageSettingsSchema.shape;
type Nullable = { [Name in keyof Shape]: z.ZodNullable<Shape[Name]> };

/** In bodies null means left out. */
export const nullableSettings = Object.fromEntries(
  Object.entries(pageSettingsSchema.shape).map(([name, schema]) => [name, schema.nullable()]),
) as Nullable;

/** Returns the settings in a body. */
export function settingsOf(body: z.output<z.ZodObject<Nullable>>): PageSettings {
  const names = pageSettingsSchema.keyof().options;
  return Object.fromEntries(names.map((name) => [name, body[name] ?? undefined]));
}
