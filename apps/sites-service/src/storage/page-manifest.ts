import { visibilitySchema } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { hash } from 'node:crypto';
import { z } from 'zod';
import { MAX_MANIFEST_BYTES } from './html-storage/html-storage.js';
import { Signatures } from '../sites/signatures.js';
import type { SiteState } from '../sites/site-visibility.js';
import { Setting } from '../settings.js';

/** A viewer answers for a path from its manifest while the database is not available. */
export interface PageManifest {
  path: string;
  /** Of two manifests of a path the one with the higher revision was read later. */
  revision: bigint;
  asOf: Date;
  site: SiteState | undefined;
}

export class InvalidManifest extends Error {
  override readonly name = 'InvalidManifest';
}

const time = z.iso.datetime().transform((text) => new Date(text));

const contentSchema = z.object({
  path: z.string(),
  revision: z
    .string()
    .regex(/^\d{1,19}$/)
    .transform(BigInt),
  asOf: time,
  site: z
    .object({
      id: z.uuid(),
      storagePath: z.string(),
      expiresAt: time,
      lastModified: time,
      noindex: z.boolean(),
      isActive: z.boolean(),
      isStopped: z.boolean(),
      underReview: z.boolean(),
      // 0.2.0 writes manifests without it.
      hadOwnOrigin: z.boolean().default(false),
      // It has no default: a manifest that does not say who may see the page is not valid.
      visibility: visibilitySchema,
      accessGeneration: z.int(),
    })
    .nullable(),
});

const PURPOSE = 'haru page manifest 1\n';
/** Writes and reads manifests: a signature, a line break, and JSON. Access to storage does not suffice to forge one. */
@Injectable()
export class ManifestSigner {
  /** It names the key that signs, without revealing it. */
  readonly keyId: string;
  private readonly signatures: Signatures;

  constructor(@Setting('PAGE_MANIFEST_KEY') keys: readonly string[]) {
    this.signatures = new Signatures(keys, PURPOSE);
    this.keyId = hash('sha256', `${PURPOSE}${keys[0]}`, 'hex').slice(0, 12);
  }

  sign({ path, revision, asOf, site }: PageManifest): Buffer {
    const content = JSON.stringify({ path, revision: String(revision), asOf, site: site ?? null });
    return Buffer.from(`${this.signatures.sign(content)}\n${content}`);
  }

  read(path: string, bytes: Buffer): PageManifest {
    if (bytes.length > MAX_MANIFEST_BYTES) throw new InvalidManifest('it is too long');
    const text = bytes.toString();
    const content = text.slice(Signatures.length + 1);
    if (!this.signatures.isValid(content, text.slice(0, Signatures.length))) {
      throw new InvalidManifest('its signature is wrong');
    }
    const parsed = contentSchema.safeParse(JSON.parse(content));
    // Its signature is valid, so another version wrote it.
    if (!parsed.success) throw new InvalidManifest('it has other fields', { cause: parsed.error });
    const { site, ...manifest } = parsed.data;
    if (manifest.path !== path) throw new InvalidManifest(`it belongs to the path ${manifest.path}`);
    return { ...manifest, site: site ? { ...site, path } : undefined };
  }
}
