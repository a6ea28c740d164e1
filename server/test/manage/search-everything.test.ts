import { afterAll, beforeAll, expect, it } from 'vitest'
import { numberInvoices } from '../../src/ledger/index.ts'
import { managerOn } from '../builders/manager.ts'
import { maskedKey, restrictedKey, roleKey } from '../builders/restricted.ts'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

interface Result {
  readonly type: string
  readonly id: string
  readonly matched: string
  readonly number: string | null
  readonly last_name: string | null
  readonly open: { readonly href: string }
}
interface Listed {
  readonly insurer_policy_id: string
  readonly customer_id: string
}
interface Answer {
  readonly results: readonly Result[]
  readonly not_searched: readonly { readonly what: string; readonly permission: string }[]
}

let platform: TestPlatform
let its: Readonly<Record<'policy' | 'number' | 'customer' | 'offer' | 'payment' | 'other', string>>
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  const seller = sellerOn(platform)
  const mueller = { first_name: 'Anna Maria', last_name: 'Müller', email: 'Anna@mueller.example' }
  const policy = await soldPolicy(seller, { offer: mueller })
  const offer = await madeOffer(seller, { offer: { ...mueller, first_name: 'Ernst' } })
  const other = await soldPolicy(sellerOn(platform, { product: 'bike' }), {
    offer: { first_name: 'Max', last_name: 'Muster', email: 'max@muster.example' },
  })
  const path = `/manage/policies?id=${policy.id}`
  const [listed] = (await managerOn(platform).get(path)).json<Listed[]>()
  its = {
    policy: policy.id,
    number: listed?.insurer_policy_id ?? '',
    customer: listed?.customer_id ?? '',
    offer: offer.id,
    payment: policy.payment_id,
    other: other.id,
  }
})
afterAll(() => platform.close())

async function search(text: string, key?: string, more = ''): Promise<Answer> {
  const url = `/manage/search?q=${encodeURIComponent(text)}${more}`
  const answered = await managerOn(platform, key).get(url)
  expect(answered.statusCode).toBe(200)
  return answered.json()
}
const found = async (text: string, key?: string) =>
  (await search(text, key)).results.map(({ type, id }) => `${type} ${id}`)

it('a policy number opens its policy first, in any case', async () => {
  for (const text of [its.number, its.number.toLowerCase(), ` ${its.number} `]) {
    const [first] = (await search(text)).results
    expect(first).toMatchObject({ type: 'policy', id: its.policy, matched: 'number' })
    expect(first?.open.href).toContain(`/policies/${its.policy}`)
  }
})

it('the beginning of a policy number finds it, and a whole number comes first', async () => {
  for (const length of [5, 8]) {
    const beginning = its.number.slice(0, length)
    expect(await found(beginning)).toContain(`policy ${its.policy}`)
    expect(await found(beginning.toLowerCase())).toContain(`policy ${its.policy}`)
    expect(await found(beginning)).not.toContain(`policy ${its.other}`)
  }
  // Those of an offer begin alike; only the person of a whole number is a result, too.
  expect(await found(its.number.slice(0, 4))).toEqual(
    expect.arrayContaining([`policy ${its.policy}`, `offer ${its.offer}`]),
  )
  expect(await found(its.number.slice(0, 4))).not.toContain(`customer ${its.customer}`)
  expect(await found(its.number.slice(1))).toEqual([])
  const live = platform.demo.insurer.live.secret
  expect(await found(its.number.slice(0, 8), live)).toEqual([])
})

it('a name finds the person once, and the sales of that person', async () => {
  const all = [
    `customer ${its.customer}`,
    ...[its.policy, its.offer].map((id) => `${id === its.offer ? 'offer' : 'policy'} ${id}`),
  ]
  expect((await found('müll')).toSorted()).toEqual(all.toSorted())
  for (const text of ['anna müller', 'Müller, Anna', 'Müller Anna', 'ANNA MARIA MÜLLER']) {
    expect(await found(text)).toEqual([`customer ${its.customer}`, `policy ${its.policy}`])
  }
  expect(await found('Mü%')).toEqual([])
})

it('the beginning of an e-mail address finds its sales', async () => {
  for (const text of ['ann', 'anna@m']) expect(await found(text)).toContain(`policy ${its.policy}`)
  expect(await found('ANNA@MUELLER.EXAMPLE')).toContain(`policy ${its.policy}`)
  expect(await found('anna@other')).toEqual([])
})

it('every id opens what it is of', async () => {
  expect(await found(its.policy)).toEqual([`policy ${its.policy}`])
  expect(await found(its.offer)).toEqual([`offer ${its.offer}`])
  expect(await found(its.customer)).toEqual([`customer ${its.customer}`])
  expect(await found(its.payment)).toEqual([`payment ${its.payment}`])
  const [quote] = (await managerOn(platform).get('/manage/quotes')).json<{ id: string }[]>()
  expect(await found(quote?.id ?? '')).toEqual([`quote ${quote?.id}`])
  expect(await found('tpol_01b0acc58e2037776d4164838825')).toEqual([])
  expect(await found('tcu_01b0acc58e2037776d4164838825')).toEqual([])
})

it('the number of an invoice finds it', async () => {
  await numberInvoices(platform.db)
  const rows = (await managerOn(platform).get(`/manage/invoices?policy_id=${its.policy}`)).json<
    { id: string; number: string }[]
  >()
  const [invoice] = rows
  expect(await found(invoice?.number ?? '')).toEqual([`invoice ${invoice?.id}`])
  expect(await found(invoice?.id ?? '')).toEqual([`invoice ${invoice?.id}`])
})

it('who may not see personal data finds by number, not by name, and reads why', async () => {
  const key = await maskedKey(platform)
  const byName = await search('müll', key)
  expect(byName).toEqual({
    results: [],
    not_searched: ['name', 'email'].map((what) => ({ what, permission: 'personal_data.read' })),
  })
  expect((await search('anna@m', key)).not_searched).toEqual([
    { what: 'email', permission: 'personal_data.read' },
  ])
  const [byNumber] = (await search(its.number, key)).results
  expect(byNumber).toMatchObject({ id: its.policy, last_name: '•••' })
})

it('finds within the limits of each permission', async () => {
  const policies = await roleKey(platform, 'policies-alone', [
    { permission: 'policies.read' },
    { permission: 'personal_data.read' },
  ])
  expect(await found('müll', policies)).not.toContain(`offer ${its.offer}`)
  expect((await search(its.payment, policies)).not_searched).toEqual([
    { what: 'payment', permission: 'payments.read' },
  ])
  const bikes = await roleKey(platform, 'bikes-alone', [
    { permission: 'policies.read', productIds: [platform.demo.products['bike']?.product_id ?? ''] },
    { permission: 'personal_data.read' },
  ])
  expect(await found('mu', bikes)).toEqual([
    expect.stringContaining('customer'),
    `policy ${its.other}`,
  ])
  expect(await found('müll', bikes)).toEqual([])
  expect(await found(its.number, bikes)).toEqual([])
  expect(await found(its.customer, bikes)).toEqual([])
  const nobody = await restrictedKey(platform, ['developer'])
  expect((await managerOn(platform, nobody).get('/manage/search?q=mu')).statusCode).toBe(403)
})

it('answers as many as asked for', async () => {
  expect((await search('mu', undefined, '&limit=1')).results).toHaveLength(1)
})
