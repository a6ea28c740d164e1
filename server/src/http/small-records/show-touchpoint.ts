import { isId } from '../../kernel/index.ts'
import { findIntegrationRecord, isProductSeen } from '../../products/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { touchpointExample } from './examples.ts'
import { linkEndSchema, viewSmallRecord } from './small-record.ts'
import { touchpointNotFound } from './reasons.ts'

export function addShowTouchpoint(app: App, deps: HttpDeps): void {
  app.get(
    '/touchpoints/:id',
    {
      config: { access: 'secret', refuses: [touchpointNotFound] },
      schema: linkEndSchema('Touchpoint', touchpointExample),
    },
    async (request) => {
      const { id } = request.params
      const caller = callerOf(request)
      const found = isId('in', id)
        ? await findIntegrationRecord(deps.db, caller.account.id, id)
        : undefined
      if (found === undefined || !isProductSeen(caller, found.productId))
        throw touchpointNotFound(id)
      return viewSmallRecord(found)
    },
  )
}
