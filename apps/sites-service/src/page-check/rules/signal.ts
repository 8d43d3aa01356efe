import type { PageRuleId } from '@haru/contracts';
import type { Place } from '../reading/layer.js';

/** A rule that matched. */
export interface Match {
  rule: PageRuleId;
  /** Of `brand` rules. */
  brand?: string;
  place: Place;
}
