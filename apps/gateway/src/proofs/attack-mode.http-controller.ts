import {
  type AttackModeAnswer,
  attackModeAnswerSchema,
  attackModeBodySchema,
  type RequestContext,
  staffMessages,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Get, Put } from '@nestjs/common';
import type { z } from 'zod';
import { Context, RequiresRole } from '../access/access.js';
import { ZodPipe } from '../http/zod.pipe.js';
import { Calls, Documented } from '../open-api/documented.js';
import { AttackMode } from './attack-mode.js';

@Controller('admin/v1/attack-mode')
export class AttackModeHttpController {
  constructor(
    private readonly services: RequestClient,
    private readonly attackMode: AttackMode,
  ) {}

  @Get()
  @RequiresRole('moderator')
  @Documented({ summary: 'Whether the attack mode is on, and since when.', answer: attackModeAnswerSchema })
  async getAttackMode(): Promise<AttackModeAnswer> {
    const since = await this.attackMode.onSince();
    return { success: true, attack_mode: { on: since !== null, since } };
  }

  @Put()
  @RequiresRole('admin')
  @Calls(staffMessages.noteAttackMode)
  @Documented({
    summary: 'Switches the attack mode: while it is on, everything without a registered account needs a proof of work.',
    body: attackModeBodySchema,
    answer: attackModeAnswerSchema,
  })
  async setAttackMode(
    @Body(new ZodPipe(attackModeBodySchema)) { on, reason }: z.output<typeof attackModeBodySchema>,
    @Context() context: RequestContext,
  ): Promise<AttackModeAnswer> {
    await this.services.call(staffMessages.noteAttackMode, { isOn: on, reason }, context);
    await this.attackMode.set(on);
    return this.getAttackMode();
  }
}
