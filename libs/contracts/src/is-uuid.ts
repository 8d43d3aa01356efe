import { z } from 'zod';

/** A UUID of any version is accepted, in upper or lower case. */
export const isUuid = (text: string): boolean => z.regexes.guid.test(text);
