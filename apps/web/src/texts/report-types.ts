import { reportTypeLabels } from '@haru/contracts';

/**
 * The kinds of reports are in the contracts, because the operators' mails name them too. They are separate from the
 * other texts, because the contracts' rules bring zod along, which is too large for the first view.
 */
export const reportTypeTexts = reportTypeLabels;
