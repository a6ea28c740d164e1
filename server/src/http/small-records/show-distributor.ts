import { isId } from '../../kernel/index.ts'
import { selectAccount } from '../../identity/index.ts'
import { sharesProduct } from '../../products/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { distributorExample } from './examples.ts'
import { linkEndSchema, viewSmallRecord } from './small-record.ts'
import { distributorNotFound } from './reasons.ts'

export function addShowDistributor(app: App, deps: HttpDeps): void {
  app.get(
    '/distributors/:id',
    {
      config: { access: 'secret', refuses: [distributorNotFound] },
      schema: linkEndSchema('Distributor', distributorExample),
    },
    async (request) => {
      const { id } = request.params
      if (!isId('acc', id)) throw distributorNotFound(id)
      const { account } = callerOf(request)
      const isVisible = account.id === id || (await sharesProduct(deps.db, account.id, id))
      const distributor = isVisible ? await selectAccount(deps.db, id) : undefined
      if (distributor === undefined) throw distributorNotFound(id)
      return viewSmallRecord(distributor)
    },
  )
}
