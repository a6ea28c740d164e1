import { afterAll, beforeAll, expect, it } from 'vitest'
import { managerOn } from '../builders/manager.ts'
import { restrictedKey, roleKey } from '../builders/restricted.ts'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { sql } from '../../src/database/index.ts'
import { undocumented } from '../support/documented-states.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

interface View {
  readonly id: string
  readonly name: string
  readonly count: number | null
  readonly count_is_capped: boolean
  readonly counted_at: string | null
}

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await soldPolicy(sellerOn(platform))
  await soldPolicy(sellerOn(platform))
  await soldPolicy(sellerOn(platform, { product: 'bike' }))
})
afterAll(() => platform.close())

const save = async (body: object) => {
  const view = { list: 'policies', name: 'Mine', query: '', ...body }
  return (await managerOn(platform).post('/manage/views', view)).json<View>()
}
const seen = async (id: string, key?: string) => {
  const rows = (await managerOn(platform, key).get('/manage/views')).json<View[]>()
  return rows.find((one) => one.id === id)
}

it('is counted by the job, not by the list', async () => {
  const cyber = await save({ query: 'product_id=cyber&status=paid' })
  const all = await save({ query: 'created_from=2020-01-01' })
  const invoices = await save({ list: 'invoices', query: 'state=settled&overdue_days=1' })
  const events = await save({ list: 'events' })
  expect(await seen(cyber.id)).toMatchObject({ count: null, counted_at: null })
  await platform.handlers.sweep({})
  expect(await seen(cyber.id)).toMatchObject({ count: 2, count_is_capped: false })
  expect(await seen(all.id)).toMatchObject({ count: 3 })
  expect(await seen(invoices.id)).toMatchObject({ count: 0 })
  expect(await seen(events.id)).toMatchObject({ count: null })
})

it('is counted again after a while, and at once with another query', async () => {
  const view = await save({ query: 'product_id=cyber' })
  await platform.handlers.sweep({})
  await soldPolicy(sellerOn(platform))
  await platform.handlers.sweep({})
  expect(await seen(view.id)).toMatchObject({ count: 2 })
  platform.clock.advance({ minutes: 6 })
  await platform.handlers.sweep({})
  expect(await seen(view.id)).toMatchObject({ count: 3 })
  await managerOn(platform).patch(`/manage/views/${view.id}`, { query: 'product_id=bike' })
  expect(await seen(view.id)).toMatchObject({ count: null })
  await platform.handlers.sweep({})
  expect(await seen(view.id)).toMatchObject({ count: 1 })
})

it('ends its count at 1,000', async () => {
  const view = await save({ query: 'product_id=bike' })
  await platform.db.transaction(async (tx) => {
    await tx.query(undocumented)
    await tx.query(sql`
    insert into policies select (jsonb_populate_record(p, jsonb_build_object(
      'id', left(p.id, 29) || lpad(n::text, 4, '0'),
      'insurer_policy_id', p.insurer_policy_id || n))).*
    from policies p join products on products.id = product_id and products.key = 'bike',
      generate_series(1, 1000) n
    where issued_at is not null`)
  })
  await platform.handlers.sweep({})
  expect(await seen(view.id)).toMatchObject({ count: 1000, count_is_capped: true })
})

it('is seen by others only where it is shared, and its count only by those who see all rows', async () => {
  const mine = await save({ query: 'status=paid' })
  const ours = await save({ query: 'status=paid', shared: true })
  await platform.handlers.sweep({})
  const viewer = await restrictedKey(platform, ['viewer'])
  expect(await seen(mine.id, viewer)).toBeUndefined()
  expect(await seen(ours.id, viewer)).toMatchObject({ count: expect.any(Number) })
  const limited = await roleKey(platform, 'cyber-views', [
    { permission: 'views.use' },
    {
      permission: 'policies.read',
      productIds: [platform.demo.products['cyber']?.product_id ?? ''],
    },
  ])
  expect(await seen(ours.id, limited)).toMatchObject({ count: null, count_is_capped: false })
})

it('names no people, and no filter that the list does not have', async () => {
  for (const query of ['name=Brandt', 'id=%00', 'email=a@b.example', 'limit=5', 'colour=red']) {
    const refused = await managerOn(platform).post('/manage/views', {
      list: 'policies',
      name: 'x',
      query,
    })
    expect([query, refused.statusCode]).toEqual([query, 400])
  }
})

it('counts what is overdue today, and not what was when it was saved', async () => {
  const query = 'overdue_days=1'
  const view = await save({ list: 'invoices', query })
  const offer = await madeOffer(sellerOn(platform))
  const sandbox = { outcome: 'charge_back' }
  await sellerOn(platform).pay(offer, { provider: 'sandbox', method: 'card', sandbox })
  platform.clock.advance({ hours: 800 * 24 })
  await platform.runDue()
  await platform.handlers.sweep({})
  const listed = (await managerOn(platform).get(`/manage/invoices?${query}`)).json<unknown[]>()
  expect(listed).not.toEqual([])
  expect(await seen(view.id)).toMatchObject({ count: listed.length })
})

it('is counted also where another cannot be', async () => {
  const broken = await save({ query: 'created_from=2020-01-01' })
  await platform.db.query(sql`
    update saved_views set filters = filters || '{"createdFrom":"no moment"}' where id = ${broken.id}`)
  const view = await save({ query: 'product_id=cyber' })
  await expect(platform.handlers.sweep({})).rejects.toThrow()
  expect((await seen(view.id))?.count).not.toBeNull()
  await managerOn(platform).delete(`/manage/views/${broken.id}`)
})
