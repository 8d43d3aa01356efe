import {
  type CheckOutcome,
  PAGE_RULES_VERSION,
  type PageFinding,
  type PageRuleId,
  type PageSecret,
  type RequestContext,
  ServiceError,
} from '@haru/contracts';
import type { Signal, VersionCheck } from '../tables/pages/version-check.js';
import { checkTextAlone, passedAsText, type PageCheck } from './check-page.js';
import { keptCheck } from './kept-check.js';
import { excerptOf, pageLayer, placeIn } from './reading/layer.js';
import { mayHaveSecret } from './possible-secret.js';
import { MIN_CHARACTERS } from './similarity.js';
import { isTextAlone } from './text-alone.js';

const TIMEOUT_MS = 2_000;
/** What publishing waits for a warning of secrets when the rules have been applied. */
const SECRETS_TIMEOUT_MS = 1_000;
/** Characters. A longer page would hold up the event loop for too long: a thread looks at it. */
const MAX_LOOKED_AT = 65_536;
/**
 * Characters of a page of text alone whose text is compared here. 1,000 take 0.1 ms; asking a thread takes half of that here, and
 * twice as much of both.
 */
const MAX_COMPARED_HERE = 1_024;
const MAX_FINDINGS = 10;

const KNOWN_CONTENT: PageRuleId = 'known.content';
/** See `PageThread`. */
type Run<Result> = (html: string, turn: { clients: string[]; signal: AbortSignal }) => Promise<Result>;

/** See `BannedContentIndex`. */
interface Known {
  comparesTexts: boolean;
  has: (html: string) => Promise<boolean>;
  hasSimilar: (similarity: string) => boolean;
}
const nothingKnown: Known = { comparesTexts: false, has: () => Promise.resolve(false), hasSimilar: () => false };

interface Options {
  /** Counts what comes of the checks. */
  count?: (outcome: CheckOutcome) => void;
  /** Of the rules that `run` applies. */
  version?: number;
  findSecrets?: Run<PageSecret[]>;
  known?: Known;
  timeoutMs?: number;
}

/** Checks pages before they are published. */
export class PageChecker {
  private readonly asText: PageCheck;
  private readonly known: Known;
  private readonly findSecrets: Options['findSecrets'];
  private readonly count: Options['count'];
  private readonly timeoutMs: number;

  constructor(
    private readonly run: Run<PageCheck>,
    private readonly logger: { warn: (details: object, message: string) => void },
    { version = PAGE_RULES_VERSION, known = nothingKnown, findSecrets, count, timeoutMs = TIMEOUT_MS }: Options = {},
  ) {
    this.findSecrets = findSecrets;
    this.asText = passedAsText(version);
    this.known = known;
    this.count = count;
    this.timeoutMs = timeoutMs;
  }

  /**
   * Waits for two seconds at most, and one for secrets: pages are published also while the checker is not available.
   * @throws ServiceError PAGE_REFUSED; SERVICE_BUSY for a long page that would wait for longer
   */
  async check(html: string, context: RequestContext): Promise<VersionCheck> {
    try {
      const check = await this.checkUncounted(html, clientsOf(context));
      this.count?.(check.outcome === 'partial' ? 'passed' : check.outcome);
      return check;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'PAGE_REFUSED') this.count?.('refused');
      throw error;
    }
  }

  private async checkUncounted(html: string, clients: string[]): Promise<VersionCheck> {
    if (await this.known.has(html)) throw knownContent(html);
    const result = this.checkHere(html) ?? (await this.tryToCheck(html, clients));
    if (!result)
      return { outcome: 'unchecked', rules: null, signals: [], ...(isTextAlone(html) ? {} : { unfinished: 0 }) };
    const { outcome, brands, signals, similarity } = result;
    if (similarity !== undefined && this.known.hasSimilar(similarity)) throw knownContent(html);
    if (outcome === 'refused') throw new ServiceError('PAGE_REFUSED', { findings: findingsOf(signals, brands) });
    const check = keptCheck({ ...result, outcome });
    // A page that took all its time is not read again.
    const secrets = result.isComplete ? await this.tryToFindSecrets(html, clients) : [];
    return secrets.length > 0 ? { ...check, secrets } : check;
  }

  /** What a thread would take longer to be asked for than it takes: it looks at all other pages. */
  private checkHere(html: string): PageCheck | undefined {
    if (html.length > MAX_LOOKED_AT || !isTextAlone(html)) return undefined;
    if (html.length < MIN_CHARACTERS || !this.known.comparesTexts) return this.asText;
    return html.length <= MAX_COMPARED_HERE ? checkTextAlone(html, this.asText.version) : undefined;
  }

  private async tryToCheck(html: string, clients: string[]): Promise<PageCheck | undefined> {
    try {
      return await this.run(html, { clients, signal: AbortSignal.timeout(this.timeoutMs) });
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      this.logger.warn({ err: error, characters: html.length }, 'a page is published without a check');
      return undefined;
    }
  }

  private async tryToFindSecrets(html: string, clients: string[]): Promise<PageSecret[]> {
    if (!this.findSecrets || (html.length <= MAX_LOOKED_AT && !mayHaveSecret(html))) return [];
    try {
      return await this.findSecrets(html, { clients, signal: AbortSignal.timeout(SECRETS_TIMEOUT_MS) });
    } catch (error) {
      this.logger.warn({ err: error, characters: html.length }, 'no secrets are looked for in a page');
      return [];
    }
  }
}

/** Who takes turns. A visitor's account is made for the page, and its network is known. */
function clientsOf({ caller, device }: RequestContext): string[] {
  const account = caller.role === 'authenticated' ? [`account ${caller.accountId}`] : [];
  return device?.network === undefined ? account : [...account, `network ${device.network}`];
}

function knownContent(html: string): ServiceError {
  const excerpt = excerptOf(placeIn(pageLayer(html), 0));
  return new ServiceError('PAGE_REFUSED', { findings: [{ rule: KNOWN_CONTENT, line: 1, column: 1, excerpt }] });
}

/** What the page was refused for: its fields, and the names of the brands that they are for. */
function findingsOf(signals: readonly Signal[], brands: readonly string[]): PageFinding[] {
  return signals
    .filter(({ rule, brand }) => rule.startsWith('credential.') || (brand !== undefined && brands.includes(brand)))
    .slice(0, MAX_FINDINGS)
    .map(({ rule, line, column, excerpt }) => ({ rule, line, column, excerpt }));
}
