import { type AttackModeAnswer, attackModeRoutes, type RequestContext, staffMessages } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller } from '@nestjs/common';
import { Context } from '../access/access.js';
import { Calls } from '../open-api/documented.js';
import { type BodyOf, Route } from '../open-api/route.js';
import { AttackMode } from './attack-mode.js';

@Controller()
export class AttackModeHttpController {
  constructor(
    private readonly services: RequestClient,
    private readonly attackMode: AttackMode,
  ) {}

  @Route(attackModeRoutes.getAttackMode, { summary: 'Whether the attack mode is on, and since when.' })
  async getAttackMode(): Promise<AttackModeAnswer> {
    const since = await this.attackMode.onSince();
    return { success: true, attack_mode: { on: since !== null, since } };
  }

  @Route(attackModeRoutes.setAttackMode, {
    summary: 'Switches the attack mode: while it is on, everything without a registered account needs a proof of work.',
  })
  @Calls(staffMessages.noteAttackMode)
  async setAttackMode(
    @Body() { on, reason }: BodyOf<typeof attackModeRoutes.setAttackMode>,
    @Context() context: RequestContext,
  ): Promise<AttackModeAnswer> {
    await this.services.call(staffMessages.noteAttackMode, { isOn: on, reason }, context);
    await this.attackMode.set(on);
    return this.getAttackMode();
  }
}
