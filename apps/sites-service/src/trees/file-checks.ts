import { limits, type PageFinding, type PageRuleSettings, type RequestContext, ServiceError } from '@haru/contracts';
import { type KeptCheck, PageChecker } from '@haru/page-check';
import { readOutline, titleOf } from '@haru/page-html';
import { Injectable } from '@nestjs/common';
import { Setting } from '../settings.js';
import { decodeDocument } from './decode-document.js';

/** This result of a document's check is stored with the file. */
export interface FileCheck {
  title: string;
  /** This is the version of the rules. A result of another version is not used. */
  rules: number;
  /** It is absent if the document was refused. */
  check?: KeptCheck;
  /** They say why the document was refused. */
  findings?: readonly PageFinding[];
}

@Injectable()
export class FileChecks {
  constructor(
    private readonly checker: PageChecker,
    @Setting('PAGE_RULES') private readonly rules: Pick<PageRuleSettings, 'version'>,
  ) {}

  /** Checks a document, and returns a refusal as a result. @throws ServiceError SERVICE_BUSY */
  async check(bytes: Buffer, context: RequestContext): Promise<FileCheck> {
    const html = decodeDocument(bytes);
    const base = this.baseOf(html);
    try {
      return { ...base, check: await this.checker.check(html, context) };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'PAGE_REFUSED') throw error;
      return { ...base, findings: error.findings };
    }
  }

  /** Returns the result of a document that was checked while it was rendered. */
  ofRendered(html: string, check: KeptCheck): FileCheck {
    return { ...this.baseOf(html), check };
  }

  private baseOf(html: string) {
    return { title: titleOf(readOutline(html), limits.titleMaxLength), rules: this.rules.version };
  }

  /** Whether a stored result still counts. A check that was not finished is repeated. */
  isValid(check: FileCheck | null): check is FileCheck {
    return check?.rules === this.rules.version && check.check?.outcome !== 'unchecked';
  }
}
