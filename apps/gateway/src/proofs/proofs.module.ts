import { Module } from '@nestjs/common';
import { AttackModeHttpController } from './attack-mode.http-controller.js';
import { AttackMode } from './attack-mode.js';
import { LimitsHttpController } from './limits.http-controller.js';
import { ProofGuard } from './proof.guard.js';
import { Proofs } from './proofs.js';

@Module({
  controllers: [AttackModeHttpController, LimitsHttpController],
  providers: [AttackMode, ProofGuard, Proofs],
  exports: [AttackMode, ProofGuard, Proofs],
})
export class ProofsModule {}
