import { Module } from '@nestjs/common';
import { FeedbackHttpController } from './feedback.http-controller.js';

@Module({
  controllers: [FeedbackHttpController],
})
export class FeedbackModule {}
