import { type Handles, type RequestContext, type RequestOf, uploadMessages } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { CreateUpload } from './create-upload.js';

@Controller()
export class TreesMessageController implements Handles<typeof uploadMessages> {
  constructor(private readonly creation: CreateUpload) {}

  @HandleMessage(uploadMessages.createUpload)
  createUpload(request: RequestOf<typeof uploadMessages.createUpload>, context: RequestContext) {
    return this.creation.createUpload(request, context);
  }
}
