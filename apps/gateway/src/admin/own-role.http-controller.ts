import { type AdminRole, ownRoleAnswerSchema, type RequestContext } from '@haru/contracts';
import { Controller, Get } from '@nestjs/common';
import { Context, RequiresRole } from '../access/access.js';
import { Documented } from '../open-api/documented.js';

@Controller('admin/v1/role')
export class OwnRoleHttpController {
  @Get()
  @RequiresRole('moderator')
  @Documented({ summary: 'The role of the caller.', answer: ownRoleAnswerSchema })
  ownRole(@Context() { caller }: RequestContext) {
    // The service key is the only caller without a role that reaches this route.
    const role: AdminRole = (caller.role === 'authenticated' && caller.haruRole) || 'admin';
    return { success: true, role };
  }
}
