import { DAY_MS, ServiceError } from '@haru/contracts';
import { All, Controller, Get, Header, Optional, Redirect } from '@nestjs/common';
import { Access } from '../access/access.js';
import { Setting } from '../settings.js';
import { Documented } from '../open-api/documented.js';

/** RFC 9116 recommends less than a year. The date is computed for each answer, so it never passes. */
const SECURITY_TXT_DAYS = 180;

/** Other programs request these addresses on every host (RFC 8615). */
@Controller('.well-known')
export class WellKnownHttpController {
  constructor(
    @Setting('PUBLIC_ORIGIN') private readonly origin: string,
    @Optional() @Setting('SECURITY_CONTACT') private readonly contact = `${origin}/contact`,
    @Optional() @Setting('ABUSE_CONTACT') private readonly abuse = `${origin}/report`,
  ) {}

  /** RFC 9116 defines its content. */
  @Get('security.txt')
  @Access('open')
  @Header('content-type', 'text/plain; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  @Documented({ summary: 'Where to report security problems.' })
  securityTxt(): string {
    // The date stays the same for a whole day, so that caches and people see one answer.
    const expires = new Date((Math.floor(Date.now() / DAY_MS) + SECURITY_TXT_DAYS) * DAY_MS);
    return [
      `Contact: ${this.contact}`,
      '# Published pages that do harm:',
      `Contact: ${this.abuse}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: ja, en',
      `Canonical: ${this.origin}/.well-known/security.txt`,
      '',
    ].join('\n');
  }

  /** Password managers send people here (https://www.w3.org/TR/change-password-url/). */
  @Get('change-password')
  @Access('open')
  @Redirect('/?settings=security', 302)
  @Documented({ summary: 'Leads to where a password is changed.', status: 302 })
  changePassword(): void {
    // The redirect is the whole answer.
  }

  @All('*')
  @Access('open')
  refuse(): never {
    throw new ServiceError('ROUTE_NOT_FOUND');
  }
}
