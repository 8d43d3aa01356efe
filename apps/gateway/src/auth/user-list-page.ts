import { ServiceError } from '@haru/contracts';

const PER_PAGE = 50;
const MAX_PER_PAGE = 1000;
/** PostgreSQL counts rows to skip in 64 bits; no system has so many accounts. */
const MAX_PAGES = 1_000_000;

interface UserListPage {
  page: number;
  perPage: number;
}

/** Empty members count as absent. @throws ServiceError validation_failed */
export function userListPage(query: { page?: unknown; per_page?: unknown }): UserListPage {
  return {
    page: Math.min(natural('page', query.page) || 1, MAX_PAGES),
    perPage: Math.min(natural('per_page', query.per_page) || PER_PAGE, MAX_PER_PAGE),
  };
}

function natural(name: string, value: unknown): number {
  if (value === undefined || value === '') return 0;
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) {
    throw new ServiceError('validation_failed', { message: `${name} must be a non-negative integer` });
  }
  return Number(value);
}

/** The client splits the `Link` header at the first `=`, so `page` comes first and the address has none of `,;=`. */
export function linkHeader(address: string, { page, perPage }: UserListPage, total: number): string {
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (to: number, rel: string): string => `<${address}?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ');
}
