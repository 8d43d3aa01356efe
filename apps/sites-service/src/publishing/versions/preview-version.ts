import { type Caller, ServiceError } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SitePolicies } from '../../sites/site-policies.js';
import { Previews } from '../../trees/previews.js';
import { findVersion } from './find-version.js';
import { ownVersion } from './own-version.js';
import { PreviewSigner, type SignedPreview } from './preview-signer.js';

@Injectable()
export class PreviewVersion {
  constructor(
    private readonly dataSource: DataSource,
    private readonly policies: SitePolicies,
    private readonly signer: PreviewSigner,
    private readonly previews: Previews,
  ) {}

  /** Makes the address of a preview for the page's owner. */
  async previewVersion(preview: SignedPreview, caller: Caller, now = new Date()) {
    this.policies.require('versions', caller);
    await ownVersion(this.dataSource, preview.siteId, caller);
    const found = await findVersion(this.dataSource, preview);
    if (!found) throw new ServiceError('VERSION_NOT_FOUND');
    if (found.isTree) {
      const { name, expiresAt } = await this.previews.open(preview.siteId, preview.version);
      return { token: name, kind: 'files' as const, expiresAt: expiresAt.toISOString() };
    }
    const { token, expiresAt } = this.signer.sign(preview, now);
    return { token, expiresAt: expiresAt.toISOString() };
  }
}
