import { type Static, Type } from 'typebox'
import { Refusal, isId } from '../../kernel/index.ts'
import { selectAccount } from '../../identity/index.ts'
import { findIntegrationRecord, findItemRecord, sharesProduct } from '../../products/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { errorResponses } from '../wire/error.ts'

const recordSchema = Type.Object(
  { id: Type.String(), name: Type.String() },
  { $id: 'SmallRecord', description: 'What stands behind a link: its id and its name.' },
)
type SmallRecord = Static<typeof recordSchema>

/** The ends of the links that offers and policies carry. */
export function addShowSmallRecords(app: App, deps: HttpDeps): void {
  const schema = (operationId: string, summary: string) => ({
    operationId,
    summary,
    tags: ['Sales'],
    params: Type.Object({ id: Type.String() }),
    response: { 200: recordSchema, ...errorResponses(401, 404, 429, 503) },
  })
  const config = { access: 'secret' } as const

  app.get(
    '/distributors/:id',
    { config, schema: schema('showDistributor', 'View a distributor') },
    async (request) => {
      const { id } = request.params
      if (!isId('acc', id)) return found('Distributor', id, undefined)
      const account = callerOf(request).account
      const isVisible = account.id === id || (await sharesProduct(deps.db, account.id, id))
      const distributor = isVisible ? await selectAccount(deps.db, id) : undefined
      return found('Distributor', id, distributor)
    },
  )
  app.get('/items/:id', { config, schema: schema('showItem', 'View an item') }, async (request) => {
    const { id } = request.params
    if (!isId('ins', id)) return found('Item', id, undefined)
    return found('Item', id, await findItemRecord(deps.db, callerOf(request).account.id, id))
  })
  app.get(
    '/touchpoints/:id',
    { config, schema: schema('showTouchpoint', 'View a touchpoint') },
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
