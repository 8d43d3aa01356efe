import { brandOfHost, brandsIn, hostOf } from '../brands/brands.js';
import { confusableSkeleton } from '../brands/fold.js';
import { ACCOUNTS, PAYMENTS } from '../brands/used-by-others.js';
import type { CpuBudget } from '../cpu-budget.js';
import type { Image, PageFacts } from '../reading/page-facts.js';
import { claimedBrands, isNameless } from './claimed-brands.js';
import { hasNoName, namesOf } from './page-names.js';
import type { Match } from './signal.js';

/** These services show the icons of any site. */
const ICON_SERVICE = /\/s2\/favicons|faviconv2|\/favicons?\?/i;

export const CHECKOUT =
  /支払|決済|購入|注文|カート|レジ|予約|カード|check ?out|payment|\bpay\b|cart|order|card|billing|donat|寄付|会費/i;
const LOGO_WORDS = /logo|ロゴ|\b(?:png|svg|gif|jpe?g|webp)\b|[_-]/gi;

/** Finds the brands in the pictures; a picture may be the only name of a page. */
export function imageMatches(facts: PageFacts, budget: CpuBudget): Match[] {
  const [first] = facts.images;
  const isName = first !== undefined && isNameOfPage(first, facts);
  return facts.images.flatMap((image): Match[] => {
    const { src, alt, isLogo, place } = image;
    budget.spend(8 * (src.length + alt.length));
    const host = ICON_SERVICE.test(src) ? undefined : hostOf(src);
    const owner = host === undefined ? undefined : brandOfHost(host);
    const rule = isName && image === first ? 'brand.heading' : isLogo ? 'brand.logo' : 'brand.image';
    if (owner !== undefined) return [{ rule, brand: owner, place }];
    const file = fileNameOf(src).replaceAll(LOGO_WORDS, ' ');
    const named = brandsIn(confusableSkeleton(alt))[0] ?? claimedBrands(file).find(({ isClaim }) => isClaim);
    return named ? [{ rule, brand: named.brand, place }] : [];
  });
}

/** Whether a page without a name shows this picture first, before its first field. */
function isNameOfPage({ alt, src, isAction, place }: Image, facts: PageFacts): boolean {
  const field = facts.fields.find((other) => other.place.layer === place.layer);
  if (
    facts.fields.length === 0 ||
    (field && field.place.from < place.from) ||
    !isNameless(alt.replaceAll(LOGO_WORDS, ' ')) ||
    !hasNoName(facts)
  )
    return false;
  const name = `${alt} ${fileNameOf(src)}`.replaceAll(LOGO_WORDS, ' ');
  const host = hostOf(src);
  const brands = [...claimedBrands(name).map(({ brand }) => brand), host === undefined ? undefined : brandOfHost(host)];
  const isOneOf = (set: ReadonlySet<string>) => brands.some((brand) => brand !== undefined && set.has(brand));
  if (isAction && isOneOf(ACCOUNTS)) return false;
  return !(isOneOf(PAYMENTS) && namesOf(facts).some(({ text }) => CHECKOUT.test(text)));
}

function fileNameOf(src: string): string {
  if (src.startsWith('data:')) return '';
  return (/([^/?#]{1,80})(?:[?#]|$)/.exec(src)?.[1] ?? '').replaceAll(/[-_.]/g, ' ');
}
