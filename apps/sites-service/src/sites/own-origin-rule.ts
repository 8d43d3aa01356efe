import { OwnOrigins, type OwnOriginsFor } from '@haru/contracts';
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

  /** @returns the path of the page whose own host the address names */
  pathAt(address: string): string | undefined {
    if (this.pattern === undefined || !URL.canParse(address)) return undefined;
    const { hostname, port } = new URL(address);
    const role = new OwnOrigins(this.pattern).roleOf(hostname, port, false);
    return role?.kind === 'page' ? role.path : undefined;
  }

  appliesTo(page: { needsOwnOrigin: boolean }): boolean {
    return this.isForAll || (this.pattern !== undefined && page.needsOwnOrigin);
  }
}
