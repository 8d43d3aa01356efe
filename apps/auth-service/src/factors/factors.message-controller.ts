import { factorMessages, type Handles, type RequestContext, type RequestOf, ServiceError } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Session } from '../tables/sign-in/session.entity.js';
import { accountOf } from '../input/account-of.js';
import { Sessions } from '../sessions/sessions.js';
import { EnrolFactor } from './enrol-factor.js';
import { RemoveFactor } from './remove-factor.js';
import { VerifyFactor } from './verify-factor.js';

type Payload<Name extends keyof typeof factorMessages> = RequestOf<(typeof factorMessages)[Name]>;

@Controller()
export class FactorsMessageController implements Handles<typeof factorMessages> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: Sessions,
    private readonly enrolling: EnrolFactor,
    private readonly verifying: VerifyFactor,
    private readonly removing: RemoveFactor,
  ) {}

  @HandleMessage(factorMessages.enrolFactor)
  async enrolFactor(request: Payload<'enrolFactor'>, context: RequestContext) {
    const { user, session } = await this.ownerOf(context);
    return this.enrolling.enrol(user, session, request);
  }

  @HandleMessage(factorMessages.challengeFactor)
  async challengeFactor({ factorId }: Payload<'challengeFactor'>, context: RequestContext) {
    const { user } = await this.ownerOf(context);
    const { id, expiresAt } = await this.verifying.challenge(user.id, factorId);
    return { id, type: 'totp' as const, expires_at: Math.floor(expiresAt.getTime() / 1000) };
  }

  @HandleMessage(factorMessages.verifyFactor)
  async verifyFactor(request: Payload<'verifyFactor'>, context: RequestContext) {
    const { user, caller } = await this.ownerOf(context);
    return this.verifying.verify(user, caller, request);
  }

  @HandleMessage(factorMessages.unenrolFactor)
  async unenrolFactor({ factorId }: Payload<'unenrolFactor'>, context: RequestContext) {
    const { user, session } = await this.ownerOf(context);
    const { id } = await this.removing.remove(user, factorId, context, session);
    return { id };
  }

  /** Reads the calling account from the database: its token may be outdated. Temporary accounts have no factors. */
  private async ownerOf(context: RequestContext) {
    const caller = accountOf(context);
    const user = await this.sessions.requireUser(caller);
    if (user.isAnonymous) {
      throw new ServiceError('no_authorization', { status: 403, message: 'Anonymous users cannot use factors' });
    }
    const session = await this.dataSource.manager.findOneBy(Session, { id: caller.sessionId });
    if (session === null) throw new ServiceError('session_not_found');
    return { user, session, caller };
  }
}
