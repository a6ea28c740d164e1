import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transactionsOn } from '../builders/transactions.ts'
import { contradictedPayment, refundThat } from '../builders/doubts.ts'
import { managerOn } from '../builders/manager.ts'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await sellOfEach()
})
afterAll(() => platform.close())

type Row = Readonly<Record<string, string>>

const lists = ['quotes', 'offers', 'policies', 'payments'] as const

/** For each filter: the member of a row that it goes by, and which rows a value finds. */
const filters: Readonly<
  Record<string, readonly [string, (has: string, wanted: string) => boolean]>
> = {
  id: ['id', Object.is],
  policy_id: ['policy_id', Object.is],
  product_id: ['product_id', Object.is],
  distributor_id: ['distributor_id', Object.is],
  number: ['insurer_policy_id', Object.is],
  email: ['email', Object.is],
  name: ['last_name', Object.is],
  status: ['status', Object.is],
  created_from: ['created_at', (has, wanted) => has.slice(0, 10) >= wanted.slice(0, 10)],
  created_until: ['created_at', (has, wanted) => has.slice(0, 10) <= wanted.slice(0, 10)],
}
const ofSales = new Set(['product_id', 'distributor_id', 'insurer_policy_id', 'email'])
const ofPages = ['limit', 'starting_after', 'ending_before', 'order']
/** What goes by no member of a row is tested by itself. */
const apart = ['in_doubt']

const find = async (list: string, query: Record<string, string> = {}) => {
  const path = `/manage/${list}?${new URLSearchParams(query)}`
  return (await managerOn(platform).get(path)).json<Row[]>()
}

async function documentedFilters(list: string): Promise<string[]> {
  const { paths } = (await platform.app.inject('/openapi.json')).json<{
    paths: Record<string, { get?: { parameters: { name?: string }[] } }>
  }>()
  return (paths[`/manage/${list}`]?.get?.parameters ?? [])
    .flatMap(({ name }) => name ?? [])
    .filter((name) => ![...ofPages, ...apart].includes(name))
}

/** Time alone makes something else of sales: at first no job has written that into their rows. */
const moments = {
  'while all is as it was sold': async () => {},
  'when another customer holds the policy': async () => {
    platform.clock.set(Temporal.Instant.from('2027-08-01T12:00:00Z'))
  },
  'when that was written down': () => platform.handlers.sweep({}),
  'when policies have ended': async () => {
    platform.clock.set(Temporal.Instant.from('2028-07-10T12:00:00Z'))
  },
  'when that was written down, too': () => platform.handlers.sweep({}),
}
const momentsOfLists = Object.entries(moments).flatMap(([moment, come]) =>
  lists.map((list, at) => ({ moment, list, come: at === 0 ? come : async () => {} })),
)

describe.each(momentsOfLists)('a search over $list $moment', ({ list, come }) => {
  it('finds by each filter exactly what it says, newest first', async () => {
    await come()
    const all = await find(list)
    const sales = [...(await find('offers')), ...(await find('policies'))]
    // A payment is found by what its sale is known by, and says the same of it.
    const has = (row: Row, member: string) => {
      const sale = ofSales.has(member) && sales.find(({ id }) => id === row['policy_id'])
      return (sale || row)[member] ?? ''
    }
    expect(all.length).toBeGreaterThan(1)
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id ?? '')
        .toSorted()
        .toReversed(),
    )
    expect(await find(list, { order: 'oldest' })).toEqual(all.toReversed())
    for (const filter of await documentedFilters(list)) {
      const [member = '', matches] = filters[filter] ?? []
      if (matches === undefined) throw new Error(`nobody tests the filter ${filter}`)
      const values = [...new Set(all.map((row) => has(row, member)))]
      const found = await Promise.all(
        values.map((value) => {
          const isDay = filter.startsWith('created_')
          return find(list, { [filter]: isDay ? value.slice(0, 10) : value })
        }),
      )
      const expected = values.map((value) => all.filter((row) => matches(has(row, member), value)))
      expect({ filter, found }).toEqual({ filter, found: expected })
      if (filter !== 'status') continue
      for (const [at, status] of values.entries()) {
        for (const row of all) {
          const [email, name] = [row['email'] ?? '', row['last_name'] ?? '']
          const both = (expected[at] ?? []).filter((one) => one['last_name'] === name)
          const query: Row = list === 'payments' ? { name } : { name, email }
          expect(await find(list, { status, ...query })).toEqual(both)
        }
      }
      // A filter that is overlooked would find everything.
      expect({ filter, isReporting: found.some((rows) => rows.length < all.length) }).toEqual({
        filter,
        isReporting: true,
      })
    }
  })
})

describe('a search for payments in doubt', () => {
  it('finds exactly those that need a person, for themselves or for a refund', async () => {
    const all = await find('payments')
    const doubtful = all.filter(({ doubts }) => doubts?.length !== 0)
    expect(doubtful).toHaveLength(2)
    expect(await find('payments', { in_doubt: 'true' })).toEqual(doubtful)
    const [newest, oldest] = doubtful
    const after = { in_doubt: 'true', starting_after: newest?.['id'] ?? '' }
    expect(await find('payments', after)).toEqual([oldest])
    expect(await find('payments', { in_doubt: 'true', status: 'failed' })).toEqual([])
  })
})

/** Sales that differ in everything that can be searched by. */
async function sellOfEach(): Promise<void> {
  const { demo } = platform
  const bike = demo.products['bike']
  const shown = await managerOn(platform).get(`/manage/products/${bike?.product_id}`)
  const { integrations } = shown.json<{ integrations: { id: string; key: string }[] }>()
  const partner = integrations.find(({ key }) => key === 'partner')?.id ?? ''
  const own = sellerOn(platform)
  const other = sellerOn(platform, { secretKey: demo.other.test.secret, product: 'bike' })
  const quote = { body: { integration_id: partner } }
  const customer = (first_name: string, last_name: string) => ({
    first_name,
    last_name,
    email: `${first_name}@example.com`,
  })
  const sandbox = (outcome: string) => ({
    provider: 'sandbox',
    method: 'card',
    sandbox: { outcome },
  })

  const policy = await soldPolicy(own, { offer: customer('ada', 'Lang') })
  await own.cancel(policy.id, policy.version_id)
  await platform.runDue()
  await madeOffer(own, { offer: customer('bo', 'Moor') })
  platform.clock.advance({ days: 2 })
  await soldPolicy(other, { quote, offer: customer('cyd', 'Berg') })
  const refused = await madeOffer(other, { quote, offer: customer('dee', 'Vogt') })
  await other.pay(refused, sandbox('failed'))
  platform.clock.advance({ days: 2 })
  const awaited = await madeOffer(other, { quote, offer: customer('eve', 'Wolf') })
  await other.pay(awaited, sandbox('pending'))
  await contradictedPayment(platform, own)
  platform.clock.advance({ seconds: 1 })
  await refundThat(platform, own, 'failed')

  const insurer = sellerOn(platform, { secretKey: demo.insurer.test.secret })
  const married = await soldPolicy(insurer, { offer: customer('fay', 'Roth') })
  const moved = await soldPolicy(other, { quote, offer: customer('gus', 'Kern') })
  const transactions = transactionsOn(platform, insurer)
  const effective_date = '2027-07-15'
  await transactions.endorse(married.id, {
    ...customer('fay', 'Sand'),
    email: 'sand@example.com',
    effective_date,
  })
  await transactions.endorse(moved.id, { email: 'moved@example.com', effective_date })
}
