import { Type } from 'typebox'
import { Refusal, isId } from '../../kernel/index.ts'
import { selectAccount } from '../../identity/index.ts'
import { findIntegrationRecord, findItemRecord, sharesProduct } from '../../products/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import type { ErrorExample } from '../wire/error-example.ts'
import { errorResponses } from '../wire/error.ts'
import {
  distributorNotFound,
  itemNotFound,
  touchpointNotFound,
} from '../wire/errors/small-records.ts'
import { exampled } from '../wire/exampled.ts'
import {
  distributorExample,
  itemExample,
  touchpointExample,
} from '../wire/examples/small-records.ts'
import { named, pathId } from '../wire/schema.ts'
import { type SmallRecord, smallRecordSchema } from '../wire/small-record.ts'

/** The ends of the links that offers and policies carry. */
export function addShowSmallRecords(app: App, deps: HttpDeps): void {
  const schema = (what: string, example: SmallRecord, notFound: ErrorExample) => ({
    operationId: `show${what}`,
    summary: `View ${what === 'Item' ? 'an' : 'a'} ${what.toLowerCase()}`,
    description: `Where the link \`${what.toLowerCase()}\` of an offer or policy leads.`,
    tags: ['Links'],
    params: Type.Object({ id: pathId(`The ${what.toLowerCase()}.`, example.id) }),
    response: {
      200: exampled(named(smallRecordSchema), 'Its id and its name.', example),
      ...errorResponses(notFound),
    },
  })
  const config = { access: 'secret' } as const

  app.get(
    '/distributors/:id',
    { config, schema: schema('Distributor', distributorExample, distributorNotFound) },
    async (request) => {
      const { id } = request.params
      if (!isId('acc', id)) return found('Distributor', id, undefined)
      const account = callerOf(request).account
      const isVisible = account.id === id || (await sharesProduct(deps.db, account.id, id))
      const distributor = isVisible ? await selectAccount(deps.db, id) : undefined
      return found('Distributor', id, distributor)
    },
  )
  app.get(
    '/items/:id',
    { config, schema: schema('Item', itemExample, itemNotFound) },
    async (request) => {
      const { id } = request.params
      if (!isId('ins', id)) return found('Item', id, undefined)
      return found('Item', id, await findItemRecord(deps.db, callerOf(request).account.id, id))
    },
  )
  app.get(
    '/touchpoints/:id',
    { config, schema: schema('Touchpoint', touchpointExample, touchpointNotFound) },
    async (request) => {
      const { id } = request.params
      if (!isId('in', id)) return found('Touchpoint', id, undefined)
      return found(
        'Touchpoint',
        id,
        await findIntegrationRecord(deps.db, callerOf(request).account.id, id),
      )
    },
  )
}

function found(what: string, id: string, record: SmallRecord | undefined): SmallRecord {
  if (record === undefined) throw new Refusal('not_found', `${what} ${id} was not found.`)
  return { id: record.id, name: record.name }
}
