import { z } from 'zod';

/** The source of a page has one of these formats. A `component` is a React component. Viewers always get HTML. */
export const pageFormatSchema = z.enum(['html', 'markdown', 'component']);
export type PageFormat = z.infer<typeof pageFormatSchema>;

/** A component cannot be published for one of these reasons. */
export const componentFaults = ['COMPONENT_INVALID', 'COMPONENT_IMPORT_UNKNOWN', 'COMPONENT_NOT_EXPORTED'] as const;

/** Files that are written in a format get its first extension. */
export const formatExtensions: Record<PageFormat, readonly string[]> = {
  html: ['html', 'htm'],
  markdown: ['md', 'markdown'],
  component: ['tsx', 'jsx'],
};

/** @returns undefined for a name that tells no format */
export function formatOfName(name: string): PageFormat | undefined {
  const [, extension = ''] = /\.(\w+)$/.exec(name.toLowerCase()) ?? [];
  return pageFormatSchema.options.find((format) => formatExtensions[format].includes(extension));
}

/** @param type a media type, with or without parameters */
export function formatOfType(type: string): PageFormat | undefined {
  const [name = ''] = type.toLowerCase().split(';');
  return (
    { 'text/html': 'html', 'text/markdown': 'markdown', 'text/jsx': 'component', 'text/tsx': 'component' } as const
  )[name.trim()];
}
