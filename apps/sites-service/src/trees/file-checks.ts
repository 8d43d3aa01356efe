import { limits, type PageFinding, type PageRuleSettings, type RequestContext, ServiceError } from '@haru/contracts';
import { type CheckedKind, type KeptCheck, PageChecker, refusedBrands } from '@haru/page-check';
import { readOutline, titleOf } from '@haru/page-html';
import { Injectable } from '@nestjs/common';
import { Setting } from '../settings.js';
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

/** They are sorted by weight, and the last one is the most serious. */
const OUTCOMES = ['passed', 'partial', 'unchecked', 'notice'] as const satisfies readonly KeptCheck['outcome'][];
const MAX_SIGNALS = 50;

export interface CheckedFile {
  kind: CheckedKind;
  /** It is absent if the file was refused. */
  check?: KeptCheck;
}

/**
 * Combines the results of a page's files: the most serious outcome, and what was found in all of them. A document that a
 * style sheet may give a field counts as not read to its end.
 * @param failed how many checks of the page failed, if this one does not finish either
 */
export function combineChecks(files: readonly CheckedFile[], rules: PageRuleSettings, failed = 0): KeptCheck {
  const checksOf = (isScript: boolean) =>
    files.flatMap(({ kind, check }) => ((kind === 'script') === isScript && check ? check : []));
  const scripts = checksOf(true);
  const checks = checksOf(false).map((check) => withScripts(check, scripts, rules));
  const outcomes = new Set(
    [...checks, ...scripts.filter(({ outcome }) => outcome === 'notice')].map((one) => one.outcome),
  );
  const isUnread = checks.some(({ isTransformed }) => isTransformed) && checks.some(({ mayMakeField }) => mayMakeField);
  if (isUnread) outcomes.add('partial');
  const versions = checks.length === 0 ? [rules.version] : checks.map((check) => check.rules);
  const unfinished = [...checks.flatMap((check) => check.unfinished ?? []), ...(isUnread ? [failed] : [])];
  const secrets = checks.flatMap((check) => check.secrets ?? []);
  return {
    outcome: OUTCOMES.findLast((outcome) => outcomes.has(outcome)) ?? 'passed',
    rules: versions.includes(null) ? null : Math.min(...versions.flatMap((version) => version ?? [])),
    signals: checks.flatMap(({ signals }) => signals).slice(0, MAX_SIGNALS),
    ...(unfinished.length > 0 ? { unfinished: Math.max(...unfinished) } : {}),
    ...(secrets.length > 0 ? { secrets } : {}),
  };
}

/**
 * Puts a document behind the notice if it shows signs of a brand and a script may make a field for credentials. A script
 * that was not read to its end may make one. It may belong to another document, so nothing is refused.
 */
function withScripts(document: KeptCheck, scripts: readonly KeptCheck[], rules: PageRuleSettings): KeptCheck {
  const signals = [document, ...scripts].flatMap((check) => check.signals);
  const isRead = scripts.every(({ outcome }) => outcome === 'passed');
  const found = isRead ? signals : [...signals, { rule: 'credential.password' } as const];
  const brands = refusedBrands(found, rules);
  return brands.length > 0 && scripts.length > 0 ? { ...document, outcome: 'notice', signals } : document;
}
