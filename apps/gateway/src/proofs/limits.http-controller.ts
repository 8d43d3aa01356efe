import {
  type LimitsAnswer,
  limitsAnswerSchema,
  type ProofChallengeAnswer,
  proofChallengeAnswerSchema,
  type PublishLimitName,
  publishLimitTable,
} from '@haru/contracts';
import { Controller, Get, Header } from '@nestjs/common';
import { Access } from '../access/access.js';
import { Documented } from '../open-api/documented.js';
import type { LimitBounds } from '../rate-limits/limit-table.js';
import { Setting } from '../settings.js';
import { AttackMode } from './attack-mode.js';
import { Proofs } from './proofs.js';

const names = Object.keys(publishLimitTable) as PublishLimitName[];

/** This shows how much may be published, and the proof of work that raises the limit. */
@Controller('functions/v1')
export class LimitsHttpController {
  constructor(
    @Setting('limits') private readonly bounds: LimitBounds,
    private readonly proofs: Proofs,
    private readonly attackMode: AttackMode,
  ) {}

  @Get('limits')
  @Access('key')
  @Header('cache-control', 'no-cache')
  @Documented({ summary: 'How much may be published, by whom and in which time.', answer: limitsAnswerSchema })
  async limits(): Promise<LimitsAnswer> {
    const rows = names.map((name) => [name, { ...publishLimitTable[name], max: this.bounds[name] }]);
    const limits = Object.fromEntries(rows) as LimitsAnswer['limits'];
    return { success: true, limits, attack_mode: await this.attackMode.isOn() };
  }

  @Get('proof-challenge')
  @Access('key')
  @Documented({
    summary: 'A challenge to solve before a call that needs a proof of work.',
    answer: proofChallengeAnswerSchema,
  })
  async proofChallenge(): Promise<ProofChallengeAnswer> {
    return { success: true, challenge: await this.proofs.challenge() };
  }
}
