import { z } from 'zod';

/** Whether a text is a UUID of any version, in upper or lower case. */
export const isUuid = (text: string): boolean => z.regexes.guid.test(text);
