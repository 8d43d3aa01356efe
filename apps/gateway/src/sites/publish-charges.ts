import { accountKindOf, type ErrorCode, ServiceError } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import type { HttpCall } from '../access/access.js';
import { AttackMode } from '../proofs/attack-mode.js';
import { Proofs } from '../proofs/proofs.js';
import { type Charge, type GiveBack, RateLimits } from '../rate-limits/rate-limits.js';
import { LargePages } from './large-pages.js';

const pageLimits = ['anonymousPages', 'anonymousPages56', 'anonymousPages48'] as const;
const byteLimits = ['anonymousBytes', 'anonymousBytes56', 'anonymousBytes48'] as const;

interface Counted {
  /** The page, where the request has it. A large one waits for its turn. */
  text?: string;
  /** This is called only if bytes are limited; the default is the size of the text. */
  bytes?: () => number;
  /** If it is false, only bytes are counted. */
  isPage?: boolean;
}

interface PublishCharge {
  /** The call had a proof of work. */
  isProven: boolean;
  giveBack: GiveBack;
}

@Injectable()
export class PublishCharges {
  constructor(
    private readonly limits: RateLimits,
    private readonly proofs: Proofs,
    private readonly attackMode: AttackMode,
    private readonly large: LargePages,
  ) {}

  /**
   * Publishes or updates a page and counts it. A refusal by the service does not count, apart from a proof of work;
   * after other failures the page may have been published.
   * @param refusals the codes with which nothing was done
   * @throws ServiceError RATE_LIMITED, SERVICE_BUSY, ProofRequiredError
   */
  async counted<Result>(
    { http, refusals, ...counted }: Counted & { http: HttpCall; refusals: readonly ErrorCode[] },
    act: (charge: Pick<PublishCharge, 'isProven'>) => Promise<Result>,
  ): Promise<Result> {
    return this.large.take(counted.text ?? '', async () => {
      const charge = await this.charge(http, counted);
      try {
        return await act(charge);
      } catch (error) {
        if (error instanceof ServiceError && refusals.includes(error.code)) await charge.giveBack();
        throw error;
      }
    });
  }

  private async charge({ request, reply }: HttpCall, counted: Counted): Promise<PublishCharge> {
    const { text = '', bytes = () => Buffer.byteLength(text), isPage = true } = counted;
    const { caller } = request.context;
    const take = async (isProven: boolean, charges: Charge[]) => ({
      isProven,
      giveBack: await this.limits.take(charges, request, reply),
    });
    if (caller.role === 'service_role') return take(false, []);
    if (accountKindOf(caller) === 'registered') {
      return take(false, isPage ? [{ name: 'registeredPages' }] : []);
    }
    const isProven = await this.proofs.spendGiven(request);
    if (!isProven && (await this.attackMode.isOn())) throw await this.proofs.refusal();
    try {
      return await take(isProven, anonymousCharges(bytes(), isPage, isProven));
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'PROOF_REQUIRED') throw await this.proofs.refusal();
      throw error;
    }
  }
}

function anonymousCharges(bytes: number, isPage: boolean, isProven: boolean): Charge[] {
  return [
    ...(isPage ? pageLimits.map((name) => ({ name })) : []),
    ...byteLimits.map((name) => ({ name, points: bytes })),
    ...(isProven
      ? []
      : [
          ...(isPage ? [{ name: 'pagesWithoutProof' } as const] : []),
          { name: 'bytesWithoutProof', points: bytes } as const,
        ]),
  ];
}
