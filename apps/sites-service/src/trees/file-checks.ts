import { limits, type PageFinding, type PageRuleSettings, type RequestContext, ServiceError } from '@haru/contracts';
import { type CheckedKind, type KeptCheck, PageChecker } from '@haru/page-check';
import { readOutline, titleOf } from '@haru/page-html';
import { Injectable } from '@nestjs/common';
import { Setting } from '../settings.js';
import { type CheckedFile, combineChecks } from './combine-checks.js';
import { decodeDocument } from './decode-document.js';

/** This result of a check is stored with the file. */
export interface FileCheck extends CheckedFile {
  title: string;
  /** This is the version of the rules. A result of another version is not used. */
  rules: number;
  /** They say why the file was refused. */
  findings?: readonly PageFinding[];
}

@Injectable()
export class FileChecks {
  constructor(
    private readonly checker: PageChecker,
    @Setting('PAGE_RULES') private readonly rules: PageRuleSettings,
  ) {}

  /** Checks a file, and returns a refusal as a result. @throws ServiceError SERVICE_BUSY unless it is a script */
  async check(bytes: Buffer, kind: CheckedKind, context: RequestContext): Promise<FileCheck> {
    const text = decodeDocument(bytes);
    const base = this.baseOf(text, kind);
    try {
      return { ...base, check: await this.checker.check(text, context, { kind }) };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'PAGE_REFUSED') throw error;
      return { ...base, findings: error.findings };
    }
  }

  /** Returns the result of a document that was checked while it was rendered. */
  ofRendered(html: string, check: KeptCheck): FileCheck {
    return { ...this.baseOf(html, 'document'), check };
  }

  /** Returns the result of a page with these files. */
  combined(files: readonly FileCheck[]): KeptCheck {
    return combineChecks(files, this.rules);
  }

  private baseOf(text: string, kind: CheckedKind) {
    const title = kind === 'script' ? '' : titleOf(readOutline(text), limits.titleMaxLength);
    return { kind, title, rules: this.rules.version };
  }

  /** Whether a stored result still counts. A check that was not finished is repeated. */
  isValid(check: FileCheck | null, kind: CheckedKind): check is FileCheck {
    return check?.kind === kind && check.rules === this.rules.version && check.check?.outcome !== 'unchecked';
  }
}
