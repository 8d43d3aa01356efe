import {
  type CheckOutcome,
  fileError,
  htmlFault,
  PAGE_RULES_VERSION,
  type PageFinding,
  type PageRuleId,
  type RequestContext,
  ServiceError,
} from '@haru/contracts';
import { passedAsPlain, type PageCheck } from './check-page.js';
import { type KeptCheck, keptCheck, showsNotice } from './kept-check.js';
import { excerptOf, pageLayer, placeIn } from './reading/layer.js';
import { mayHaveSecret } from './possible-secret.js';
import { TooManyWaitError } from './pool/fair-turns.js';
import { findingOf, type Signal } from './rules/outcome.js';
import { simpleMarkdownText } from './reading/simple-markdown.js';
import { simpleTextOf } from './reading/simple-text.js';
import { MIN_CHARACTERS } from './similarity.js';
import { isPlainMarkdown, mayHaveField } from './plain-page.js';
import type { CheckedKind, PageTask } from './pool/check-worker.js';
import type { Logger, PageTurn } from './pool/page-thread.js';

const TIMEOUT_MS = 2_000;
/** A page cannot be published unless it is rendered, so rendering may take longer than a check. */
const RENDER_TIMEOUT_MS = 5_000;
const MAX_FINDINGS = 10;
/** The text of a page up to this length is compared in about a millisecond, so it needs no thread. */
const MAX_QUICK = 65_536;
const KNOWN_CONTENT: PageRuleId = 'known.content';

type Turn = PageTurn & Required<Pick<PageTurn, 'clients' | 'signal' | 'kind' | 'isCompared'>>;
/** `CheckPool` has such a function. */
type Run = (html: string, turn: Turn) => Promise<PageCheck>;

interface Rendering extends Required<Pick<PageTask, 'format'>>, Pick<PageTask, 'title'> {
  /** If false, the page is not published, and the public numbers do not count it. */
  isCounted?: boolean;
}

export interface RenderedPage {
  html: string;
  libraries: readonly string[];
  check: KeptCheck;
}

/** `BannedContentIndex` implements it. */
interface Known {
  comparesTexts: boolean;
  has: (html: string) => Promise<boolean>;
  hasSimilar: (similarity: string) => boolean;
}

interface Options {
  count?: (outcome: CheckOutcome) => void;
  /** It is the version of the rules that `run` applies. */
  version?: number;
  known?: Known;
  /** Whether a moderator accepted the text, as its author gave it, after it was refused. */
  isAccepted?: (source: string) => Promise<boolean>;
  timeoutMs?: number;
}

export class PageChecker {
  constructor(
    private readonly run: Run,
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly options: Options = {},
  ) {}

  /**
   * Waits at most two seconds: pages are published also while the checker is not available. A script that would wait
   * longer is not checked.
   * @param isCounted see `Rendering`
   * @param source the text of which the page was rendered
   * @throws ServiceError PAGE_REFUSED; SERVICE_BUSY when a long page would wait longer
   */
  async check(
    html: string,
    context: RequestContext,
    { kind = 'document', isCounted, source = html }: { kind?: CheckedKind; isCounted?: boolean; source?: string } = {},
  ): Promise<KeptCheck> {
    const { known, version = PAGE_RULES_VERSION } = this.options;
    const isScript = kind === 'script';
    const check = async (): Promise<KeptCheck> => {
      if (!isScript) await this.requireUnknown(html);
      const isPlain = kind === 'document' && !mayHaveField(html);
      const isCompared = !isScript && known?.comparesTexts === true && html.length >= MIN_CHARACTERS;
      const text = isPlain ? quickTextOf(html, isCompared) : undefined;
      const needsThread = text === undefined || mayHaveSecret(html);
      const result = needsThread
        ? await this.tryToCheck(html, { clients: clientsOf(context), kind, isCompared })
        : passedAsPlain(version, [{ text }]);
      if (result) return this.keptOf(html, result, source);
      return { outcome: 'unchecked', rules: null, signals: [], ...(isPlain || isScript ? {} : { unfinished: 0 }) };
    };
    return this.counted(check, isCounted);
  }

  /**
   * Renders the source of a page, and checks what viewers get.
   * @throws ServiceError PAGE_REFUSED; HTML_TOO_LARGE, also when rendering takes more memory than the thread has;
   *   SERVICE_BUSY when it is not rendered in time; what is wrong with a component
   */
  async render(
    source: string,
    { isCounted = true, ...format }: Rendering,
    context: RequestContext,
  ): Promise<RenderedPage> {
    await this.requireUnknown(source);
    const isCompared = this.options.known?.comparesTexts === true;
    const signal = AbortSignal.timeout(RENDER_TIMEOUT_MS);
    const turn: Turn = { clients: clientsOf(context), signal, kind: 'document', isCompared, ...format };
    const result = await this.runWithSecrets(source, turn).catch((error: unknown) => {
      const isBusy = signal.aborted || error instanceof TooManyWaitError;
      if (isBusy) throw new ServiceError('SERVICE_BUSY', { retryAfterSeconds: 5 });
      const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      throw isTooLarge ? new ServiceError('HTML_TOO_LARGE', { cause: error }) : error;
    });
    if (result.fault) throw fileError(result.fault.code, result.fault.detail || undefined);
    const { rendered: html = '', libraries = [] } = result;
    const fault = htmlFault(html, Buffer.byteLength(html));
    if (fault) throw new ServiceError(fault);
    const keep = async () => {
      await this.requireUnknown(html);
      return this.keptOf(html, result, source);
    };
    return { html, libraries, check: await this.counted(keep, isCounted) };
  }

  /**
   * Checks a Markdown text that cannot be refused for what it shows, without rendering it.
   * @returns undefined for another text. @throws ServiceError PAGE_REFUSED
   */
  async checkPlainMarkdown(source: string): Promise<KeptCheck | undefined> {
    const { known, version = PAGE_RULES_VERSION } = this.options;
    if (!isPlainMarkdown(source) || mayHaveSecret(source)) return undefined;
    const text = known?.comparesTexts ? simpleMarkdownText(source) : '';
    if (text === undefined) return undefined;
    return this.counted(async () => {
      await this.requireUnknown(source);
      return this.keptOf(source, passedAsPlain(version, [{ text }]));
    });
  }

  private async counted(checking: () => Promise<KeptCheck>, isCounted = true): Promise<KeptCheck> {
    const count = isCounted ? this.options.count : undefined;
    try {
      const check = await checking();
      const shown = check.outcome === 'partial' ? 'passed' : check.outcome;
      count?.(showsNotice(check) ? 'notice' : shown);
      return check;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'PAGE_REFUSED') count?.('refused');
      throw error;
    }
  }

  private async requireUnknown(html: string): Promise<void> {
    if (await this.options.known?.has(html)) throw knownContent(html);
  }

  private async keptOf(html: string, result: PageCheck, source = html): Promise<KeptCheck> {
    const { outcome, brands, signals, similarity, secrets = [] } = result;
    if (similarity !== undefined && this.options.known?.hasSimilar(similarity)) throw knownContent(html);
    if (outcome === 'refused') {
      if (await this.options.isAccepted?.(source))
        return { ...keptCheck({ ...result, outcome: 'passed' }), isDismissed: true };
      throw new ServiceError('PAGE_REFUSED', { findings: findingsOf(signals, brands) });
    }
    const check = keptCheck({ ...result, outcome });
    return secrets.length > 0 ? { ...check, secrets } : check;
  }

  /** Looks for secrets in a turn of its own: no outcome waits for it, and none is lost when it fails. */
  private async runWithSecrets(source: string, turn: Turn): Promise<PageCheck> {
    const found = await this.run(source, turn);
    const isSearched = turn.kind !== 'script' && found.outcome !== 'refused' && found.isComplete && !found.fault;
    if (!isSearched || !mayHaveSecret(source)) return found;
    const { secrets = [] } = await this.run(source, { ...turn, kind: 'secrets' }).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'a page was not searched for secrets');
      return found;
    });
    return { ...found, secrets };
  }

  private async tryToCheck(html: string, turn: Omit<Turn, 'signal'>): Promise<PageCheck | undefined> {
    try {
      const signal = AbortSignal.timeout(this.options.timeoutMs ?? TIMEOUT_MS);
      return await this.runWithSecrets(html, { ...turn, signal });
    } catch (error) {
      if (error instanceof ServiceError && turn.kind !== 'script') throw error;
      const name = turn.kind === 'script' ? 'script' : 'page';
      this.logger.warn({ err: error, characters: html.length }, `a ${name} is published without a check`);
      return undefined;
    }
  }
}

/** @returns undefined if a thread must read the text that is compared */
function quickTextOf(html: string, isCompared: boolean): string | undefined {
  if (!isCompared) return '';
  return html.length <= MAX_QUICK ? simpleTextOf(html) : undefined;
}

/** Returns who takes turns. Each page of a visitor has its own account, so its network counts, too. */
function clientsOf({ caller, device }: RequestContext): string[] {
  const account = caller.role === 'authenticated' ? [`account ${caller.accountId}`] : [];
  return device?.network === undefined ? account : [...account, `network ${device.network}`];
}

function knownContent(html: string): ServiceError {
  const excerpt = excerptOf(placeIn(pageLayer(html), 0));
  return new ServiceError('PAGE_REFUSED', { findings: [{ rule: KNOWN_CONTENT, line: 1, column: 1, excerpt }] });
}

/** Returns why the page was refused: its fields, and the names of the brands. */
function findingsOf(signals: readonly Signal[], brands: readonly string[]): PageFinding[] {
  return signals
    .filter(({ rule, brand }) => rule.startsWith('credential.') || (brand !== undefined && brands.includes(brand)))
    .slice(0, MAX_FINDINGS)
    .map(findingOf);
}
