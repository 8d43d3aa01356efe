import { z } from 'zod';

/** Operators replace the texts of these pages: terms of use, privacy, how to reach the operator. */
export const informationPages = ['terms', 'privacy', 'contact'] as const;
export type InformationPage = (typeof informationPages)[number];

/** `GET /functions/v1/information?page={page}` */
export const informationQuerySchema = z.object({ page: z.enum(informationPages) });

/** The text is CommonMark; raw HTML in it is not shown. */
export const informationAnswerSchema = z.object({
  success: z.literal(true),
  information: z.object({ markdown: z.string() }),
});
export type InformationAnswer = z.infer<typeof informationAnswerSchema>;
