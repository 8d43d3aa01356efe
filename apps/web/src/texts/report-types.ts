import { reportTypeLabels } from '@haru/contracts';

/**
 * The kinds of reports. In the contracts, because the operators' mails name them too; apart from the other texts, because
 * the contracts' rules bring zod along, which is too large for the first view.
 */
export const reportTypeTexts = reportTypeLabels;
