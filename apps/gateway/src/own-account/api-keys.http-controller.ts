import {
  type ApiKeysAnswer,
  keyMessages,
  keyRoutes,
  type NewApiKeyAnswer,
  type RequestContext,
  ServiceError,
  snakeCased,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller } from '@nestjs/common';
import { Context } from '../access/access.js';
import { UuidParam } from '../http/uuid-param.js';
import { Calls } from '../open-api/documented.js';
import { type BodyOf, Route } from '../open-api/route.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';

const notAnId = () =>
  new ServiceError('VALIDATION_FAILED', { faults: [{ field: 'keyId', message: 'must be a UUID' }] });

/** The owner of an account gives these keys to programs. */
@Controller()
export class ApiKeysHttpController {
  constructor(private readonly services: RequestClient) {}

  @Route(keyRoutes.listApiKeys, { summary: 'The API keys of the account, newest first; never the keys.' })
  @Calls(keyMessages.listApiKeys)
  async listApiKeys(@Context() context: RequestContext): Promise<ApiKeysAnswer> {
    const { apiKeys } = await this.services.call(keyMessages.listApiKeys, {}, context);
    return { success: true, api_keys: apiKeys.map(snakeCased) };
  }

  @Route(keyRoutes.createApiKey, {
    summary: 'Makes an API key. Only this answer has it. With a second factor the session must have shown it.',
  })
  @RateLimit('keyChange')
  @Calls(keyMessages.createApiKey)
  async createApiKey(
    @Body() body: BodyOf<typeof keyRoutes.createApiKey>,
    @Context() context: RequestContext,
  ): Promise<NewApiKeyAnswer> {
    const { name, scopes, expires_at: expiresAt } = body;
    const request = { name, scopes, expiresAt: expiresAt ?? undefined };
    const { key, apiKey } = await this.services.call(keyMessages.createApiKey, request, context);
    return { success: true, api_key: { ...snakeCased(apiKey), key } };
  }

  @Route(keyRoutes.revokeApiKeys, { summary: 'Revokes all API keys of the account.' })
  @Calls(keyMessages.revokeApiKeys)
  async revokeApiKeys(@Context() context: RequestContext): Promise<{ success: true }> {
    await this.services.call(keyMessages.revokeApiKeys, {}, context);
    return { success: true };
  }

  @Route(keyRoutes.revokeApiKey, { summary: 'Revokes an API key of the account.' })
  @Calls(keyMessages.revokeApiKeys)
  async revokeApiKey(
    @UuidParam('keyId', notAnId) id: string,
    @Context() context: RequestContext,
  ): Promise<{ success: true }> {
    await this.services.call(keyMessages.revokeApiKeys, { id }, context);
    return { success: true };
  }
}
