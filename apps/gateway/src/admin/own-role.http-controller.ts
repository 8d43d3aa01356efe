import { type AdminRole, type RequestContext, siteAdminRoutes } from '@haru/contracts';
import { Controller } from '@nestjs/common';
import { Context } from '../access/access.js';
import { Route } from '../open-api/route.js';

@Controller()
export class OwnRoleHttpController {
  @Route(siteAdminRoutes.ownRole, { summary: 'The role of the caller.' })
  ownRole(@Context() { caller }: RequestContext) {
    // The service key is the only caller without a role that reaches this route.
    const role: AdminRole = (caller.role === 'authenticated' && caller.haruRole) || 'admin';
    return { success: true, role };
  }
}
