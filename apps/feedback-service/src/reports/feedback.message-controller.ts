import { feedbackMessages, type Handles, type RequestContext, type Submission } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { SubmitReport } from './submit-report.js';

/** Both forms send the same message; the report's type distinguishes them. */
@Controller()
export class FeedbackMessageController implements Handles<typeof feedbackMessages> {
  constructor(private readonly submission: SubmitReport) {}

  @HandleMessage(feedbackMessages.submitFeedback)
  submitFeedback(request: Submission, context: RequestContext) {
    return this.submission.submit(request, context);
  }

  @HandleMessage(feedbackMessages.submitBugReport)
  submitBugReport(request: Submission, context: RequestContext) {
    return this.submission.submit(request, context);
  }
}
