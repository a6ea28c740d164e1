import { isId } from '../../kernel/index.ts'
import { findItemRecord, isProductSeen } from '../../products/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { itemExample } from './examples.ts'
import { linkEndSchema, viewSmallRecord } from './small-record.ts'
import { itemRecordNotFound } from './reasons.ts'

export function addShowItem(app: App, deps: HttpDeps): void {
  app.get(
    '/items/:id',
    {
      config: { access: 'secret', refuses: [itemRecordNotFound] },
      schema: linkEndSchema('Item', itemExample),
    },
    async (request) => {
      const { id } = request.params
      const caller = callerOf(request)
      const found = isId('ins', id)
        ? await findItemRecord(deps.db, caller.account.id, id)
        : undefined
      if (found === undefined || !isProductSeen(caller, found.productId))
        throw itemRecordNotFound(id)
      return viewSmallRecord(found)
    },
  )
}
