import type { PageFinding, PageRuleId } from '@haru/contracts';
import type { Place } from '../reading/layer.js';

export interface Match {
  rule: PageRuleId;
  /** Only `brand` rules have it. */
  brand?: string;
  place: Place;
}

/** A rule matched at this place. Line and column count from 1. */
export interface Signal {
  rule: PageRuleId;
  weight: number;
  line: number;
  column: number;
  excerpt: string;
  /** The name or image belongs to this brand; only `brand` rules have it. */
  brand?: string;
}

/** Leaves out what the author is not shown: weights and brands. */
export function findingOf({ rule, line, column, excerpt }: PageFinding): PageFinding {
  return { rule, line, column, excerpt };
}
