import { type PayloadOf, siteChanged } from '@haru/contracts';
import { HandleBroadcast } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { PageCache } from './sources/page-cache.js';

@Controller()
export class SiteChangesMessageController {
  constructor(private readonly pages: PageCache) {}

  @HandleBroadcast(siteChanged)
  siteChanged({ paths }: PayloadOf<typeof siteChanged>): void {
    this.pages.invalidate(paths);
  }
}
