import {
  adminDeleteBodySchema,
  adminMessages,
  adminUserBodySchema,
  factorAnswerSchema,
  generateLinkBodySchema,
  inviteBodySchema,
  linkAnswerSchema,
  type RequestContext,
  userAnswerSchema,
  userPageSchema,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { z } from 'zod';
import { Access, Context, Http, type HttpCall } from '../access/access.js';
import { Setting } from '../settings.js';
import { UuidParam } from '../http/uuid-param.js';
import { Calls, Documented } from '../open-api/documented.js';
import { linkHeader, userListPage } from './user-list-page.js';

const listQuerySchema = z.object({ page: z.string().optional(), per_page: z.string().optional() });
const redirectQuerySchema = z.object({ redirect_to: z.string().optional() });

@Controller('auth/v1')
export class AdminUsersHttpController {
  constructor(
    private readonly services: RequestClient,
    @Setting('PUBLIC_ORIGIN') private readonly origin: string,
  ) {}

  @Get('admin/users')
  @Access('service')
  @Calls(adminMessages.adminListUsers)
  @Documented({ summary: 'Accounts, newest first.', query: listQuerySchema, answer: userPageSchema })
  async adminListUsers(@Http() { request, reply }: HttpCall) {
    const { query, context } = request;
    const page = userListPage(query as Record<string, unknown>);
    const { users, total } = await this.services.call(adminMessages.adminListUsers, page, context);
    void reply.header('x-total-count', total);
    void reply.header('link', linkHeader(`${this.origin}/auth/v1/admin/users`, page, total));
    return { users, aud: 'authenticated' };
  }

  @Post('admin/users')
  @Access('service')
  @Calls(adminMessages.adminCreateUser)
  @Documented({ summary: 'Makes an account.', body: adminUserBodySchema, answer: userAnswerSchema })
  adminCreateUser(@Body() body: z.output<typeof adminUserBodySchema>, @Context() context: RequestContext) {
    return this.services.call(adminMessages.adminCreateUser, body, context);
  }

  @Get('admin/users/:accountId')
  @Access('service')
  @Calls(adminMessages.adminGetUser)
  @Documented({ summary: 'An account.', answer: userAnswerSchema })
  adminGetUser(@UuidParam('accountId') accountId: string, @Context() context: RequestContext) {
    return this.services.call(adminMessages.adminGetUser, { accountId }, context);
  }

  @Put('admin/users/:accountId')
  @Access('service')
  @Calls(adminMessages.adminUpdateUser)
  @Documented({ summary: 'Changes or bans an account.', body: adminUserBodySchema, answer: userAnswerSchema })
  adminUpdateUser(
    @UuidParam('accountId') accountId: string,
    @Body() changes: z.output<typeof adminUserBodySchema>,
    @Context() context: RequestContext,
  ) {
    return this.services.call(adminMessages.adminUpdateUser, { accountId, changes }, context);
  }

  @Delete('admin/users/:accountId')
  @Access('service')
  @Calls(adminMessages.adminDeleteUser)
  @Documented({ summary: 'Deletes an account.', body: adminDeleteBodySchema, answer: z.object({}) })
  adminDeleteUser(
    @UuidParam('accountId') accountId: string,
    @Body() body: z.output<typeof adminDeleteBodySchema>,
    @Context() context: RequestContext,
  ) {
    const softly = body.should_soft_delete ?? false;
    return this.services.call(adminMessages.adminDeleteUser, { accountId, softly }, context);
  }

  @Get('admin/users/:accountId/factors')
  @Access('service')
  @Calls(adminMessages.adminListFactors)
  @Documented({ summary: 'The factors of an account.', answer: z.array(factorAnswerSchema) })
  adminListFactors(@UuidParam('accountId') accountId: string, @Context() context: RequestContext) {
    return this.services.call(adminMessages.adminListFactors, { accountId }, context);
  }

  @Delete('admin/users/:accountId/factors/:factorId')
  @Access('service')
  @Calls(adminMessages.adminDeleteFactor)
  @Documented({ summary: 'Removes a factor of an account.', answer: factorAnswerSchema })
  adminDeleteFactor(
    @UuidParam('accountId') accountId: string,
    @UuidParam('factorId') factorId: string,
    @Context() context: RequestContext,
  ) {
    return this.services.call(adminMessages.adminDeleteFactor, { accountId, factorId }, context);
  }

  @Post('admin/generate_link')
  @Access('service')
  @Calls(adminMessages.adminGenerateLink)
  @Documented({
    summary: 'The link that a mail would carry.',
    query: redirectQuerySchema,
    body: generateLinkBodySchema,
    answer: linkAnswerSchema,
  })
  adminGenerateLink(
    @Body() body: z.output<typeof generateLinkBodySchema>,
    @Query() query: z.output<typeof redirectQuerySchema>,
    @Context() context: RequestContext,
  ) {
    const request = {
      type: body.type,
      email: body.email,
      newEmail: body.new_email ?? undefined,
      password: body.password ?? undefined,
      userMetadata: body.data ?? {},
      redirectTo: query.redirect_to,
    };
    return this.services.call(adminMessages.adminGenerateLink, request, context);
  }

  @Post('invite')
  @Access('service')
  @Calls(adminMessages.adminInviteUser)
  @Documented({
    summary: 'Makes an account for an address and mails the invitation.',
    query: redirectQuerySchema,
    body: inviteBodySchema,
    answer: userAnswerSchema,
  })
  adminInviteUser(
    @Body() body: z.output<typeof inviteBodySchema>,
    @Query() query: z.output<typeof redirectQuerySchema>,
    @Context() context: RequestContext,
  ) {
    const request = { email: body.email, userMetadata: body.data ?? {}, redirectTo: query.redirect_to };
    return this.services.call(adminMessages.adminInviteUser, request, context);
  }
}
