import type { PageRuleId } from '@haru/contracts';
import type { Place } from '../reading/layer.js';

export interface Match {
  rule: PageRuleId;
  /** Only `brand` rules have it. */
  brand?: string;
  place: Place;
}
