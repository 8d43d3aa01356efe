import type { OwnOriginsFor } from '@haru/contracts';
import { Injectable, Optional } from '@nestjs/common';
import { Setting } from '../settings.js';

/** Decides at a publish whether the page has an origin of its own from then on. */
@Injectable()
export class OwnOriginRule {
  constructor(
    @Optional() @Setting('VIEWER_ORIGIN_PATTERN') private readonly pattern?: string,
    @Optional() @Setting('OWN_ORIGINS_FOR') private readonly pages: OwnOriginsFor = 'all',
  ) {}

  get areConfigured(): boolean {
    return this.pattern !== undefined;
  }

  get isForAll(): boolean {
    return this.pattern !== undefined && this.pages === 'all';
  }

  appliesTo(page: { needsOwnOrigin: boolean }): boolean {
    return this.isForAll || (this.pattern !== undefined && page.needsOwnOrigin);
  }
}
