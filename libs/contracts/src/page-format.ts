import { z } from 'zod';

/** The source of a page is written so. Viewers get HTML of each. */
export const pageFormatSchema = z.enum(['html', 'markdown']);
export type PageFormat = z.infer<typeof pageFormatSchema>;

/** The first extension of a format is the one that its files get. */
export const formatExtensions: Record<PageFormat, readonly string[]> = {
  html: ['html', 'htm'],
  markdown: ['md', 'markdown'],
};

/** @returns undefined for a name that tells no format */
export function formatOfName(name: string): PageFormat | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return pageFormatSchema.options.find((format) => formatExtensions[format].includes(extension));
}

/** @param type a media type, with or without parameters */
export function formatOfType(type: string): PageFormat | undefined {
  const [name = ''] = type.toLowerCase().split(';');
  return ({ 'text/html': 'html', 'text/markdown': 'markdown' } as const)[name.trim()];
}
