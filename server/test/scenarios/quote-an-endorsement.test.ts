import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { type JsonObject, daysInclusive } from '../../src/kernel/index.ts'
import { itemsOf } from '../builders/dataset.ts'
import { publishedDraft, pushedDraft, withoutRenewal } from '../builders/draft.ts'
import { type Seller, quoteMedia, sellerOn, soldPolicy } from '../builders/sale.ts'
import { answer, invalid, refused, wrong } from '../contract/words.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

const sold = Temporal.Instant.from('2027-03-01T09:00:00Z')
const startDay = '2027-03-02'

let platform: TestPlatform
let broker: Seller
let insurer: Seller
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  broker = sellerOn(platform)
  insurer = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
})
beforeEach(() => platform.clock.set(sold))
afterAll(() => platform.close())

const soldCyber = (data: JsonObject = {}) =>
  soldPolicy(broker, { quote: { data: { policy_start_date: startDay, ...data } } })

const change = (policyId: string, data: JsonObject, body: JsonObject = {}, by = insurer) =>
  by.post('/quotes', { policy_id: policyId, data, ...body }, { accept: quoteMedia })

interface QuotedChange {
  readonly token: string
  readonly gross_payment_amount: number
  readonly endorsement: { readonly amount: number; readonly [name: string]: unknown }
}

async function quoted(...args: Parameters<typeof change>): Promise<QuotedChange> {
  const response = await change(...args)
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<QuotedChange>()
}

async function storedQuote(token: string) {
  const [row] = await platform.db.query<{
    input: JsonObject
    items: JsonObject | null
    policyId: string | null
    effectiveDay: Temporal.PlainDate | null
    premium: { grossPaymentAmount: number }
  }>(sql`
    select customer_input as input, dataset_items as items, policy_id as "policyId",
      effective_day as "effectiveDay", premium
    from quotes where id = ${`qu_${token.slice(0, 28)}`}`)
  if (row === undefined) throw new Error('the quote was not saved')
  return row
}

describe('a quote for an endorsement', () => {
  it('shows the price before and after, and what is charged for the rest of the year', async () => {
    const policy = await soldCyber()
    platform.clock.advance({ hours: 24 * 100 })
    const {
      token,
      gross_payment_amount: after,
      ...answered
    } = await quoted(policy.id, {
      deductible: 100_000,
    })
    expect(after).toBeGreaterThan(146_241)
    // The year from 2 March 2027 has 366 days, of which 99 have passed before 9 June.
    const days = daysInclusive(
      Temporal.PlainDate.from(startDay),
      Temporal.PlainDate.from('2028-03-01'),
    )
    expect(days).toBe(366)
    const rest = (price: number) => price - Math.round((price * 99) / 366)
    expect(answered).toMatchObject({
      billing_period: 'year',
      endorsement: {
        policy_id: policy.id,
        version_id: policy.version_id,
        effective_date: '2027-06-09',
        gross_payment_amount_before: 146_241,
        gross_payment_amount_after: after,
        amount: rest(after) - rest(146_241),
        settled_by: 'payment',
        settled_on: '2027-06-09',
      },
    })
    const stored = await storedQuote(token)
    expect(stored).toMatchObject({ policyId: policy.id, premium: { grossPaymentAmount: after } })
    expect(stored.effectiveDay?.toString()).toBe('2027-06-09')
  })

  it('keeps what is given back as credit for the next year of the term, and refunds it where none comes', async () => {
    const cheaper = async () => {
      const { id } = await soldCyber()
      const from = { effective_date: '2027-06-09' }
      return (await quoted(id, { deductible: 1_000_000 }, from)).endorsement
    }
    // Renewed year by year, each year is a term of its own.
    const renewed = await cheaper()
    expect(renewed.amount).toBeLessThan(0)
    expect(renewed).toMatchObject({ settled_by: 'refund', settled_on: '2027-03-01' })
    await publishedDraft(platform, 'cyber', { 'product.yaml': withoutRenewal })
    expect(await cheaper()).toMatchObject({
      amount: renewed.amount,
      settled_by: 'credit',
      settled_on: '2028-03-02',
    })
    await publishedDraft(platform, 'cyber', { 'product.yaml': (text) => `${text}\n` })
    const bikes = sellerOn(platform, { product: 'bike' })
    const bike = await soldPolicy(bikes, { quote: { data: { start_date: startDay } } })
    const parked = await quoted(bike.id, { overnight_parking: 'locked_room' })
    expect(parked.endorsement.amount).toBeLessThan(0)
    // Cover is still to begin, so that the endorsement counts from its first day.
    expect(parked.endorsement).toMatchObject({
      effective_date: startDay,
      settled_by: 'refund',
      settled_on: '2027-03-01',
      amount:
        parked.gross_payment_amount - Number(parked.endorsement['gross_payment_amount_before']),
    })
  })

  it('of nothing costs nothing', async () => {
    const policy = await soldCyber()
    const same = await quoted(policy.id, {}, { effective_date: '2027-05-01' })
    expect(same.gross_payment_amount).toBe(146_241)
    expect(same.endorsement).toMatchObject({ amount: 0, settled_by: 'nothing', settled_on: null })
  })

  it('may name what the policy has, and nothing else', async () => {
    const policy = await soldCyber()
    const product = platform.demo.products['cyber']
    const { item_id, subscription_plan_id, integration_id } = product ?? {}
    const named = { item_id: item_id ?? '', integration_id: integration_id ?? '' }
    await quoted(policy.id, {}, { ...named, subscription_plan_id: subscription_plan_id ?? '' })
    const other = platform.demo.products['bike']
    const mixed = { ...named, item_id: other?.item_id ?? '', product_version_id: 'prv_1' }
    expect(answer(await change(policy.id, {}, { ...mixed, effective_date: 'soon' }))).toEqual(
      invalid(
        wrong('item_id', 'same'),
        wrong('product_version_id', 'same'),
        wrong('effective_date', 'iso_date'),
      ),
    )
  })

  it('is priced by the version that was sold, on the day from which it counts', async () => {
    const policy = await soldCyber()
    await publishedDraft(platform, 'cyber', {
      'pricing.yaml': (text) => text.replace('minimum_premium: 19000', 'minimum_premium: 9000000'),
    })
    expect((await quoted(policy.id, {})).gross_payment_amount).toBe(146_241)
    await publishedDraft(platform, 'cyber', {
      'pricing.yaml': (text) => `${text}\n`,
    })
  })
})

describe('what an endorsement may replace', () => {
  const listed = {
    employee_number: fc.integer({ min: 0, max: 250 }),
    deductible: fc.constantFrom(100_000, 500_000, 1_000_000),
    encryption: fc.constant(true),
    third_party_coverage: fc.boolean(),
    insured_sum: fc.integer({ min: 10_000_000, max: 100_000_000 }),
  }
  const unlisted = {
    policy_start_date: fc.constantFrom(startDay, '2027-04-01'),
    company: fc.constantFrom('dai_nothing', 'Nobody Ltd'),
    note: fc.constant('new'),
    constructed: fc.constantFrom(null, [], { deep: true }),
  }

  it('is what quote_patch lists: all else stays as it was, dataset items included', async () => {
    const [company] = await itemsOf(platform, 'companies')
    const policy = await soldCyber({ company: company?.id ?? '' })
    // What was insured is what the item was then, whatever the dataset says of it by now.
    await platform.db.query(sql`
      update quotes set dataset_items = jsonb_set(dataset_items, ${['{', company?.id, ',city}'].join('')}::text[], '"Atlantis"')
      where id = (select quote_id from policies where id = ${policy.id})`)
    const before = await quoted(policy.id, {}).then(({ token }) => storedQuote(token))
    expect(before.items).toMatchObject({ [company?.id ?? '']: { city: 'Atlantis' } })
    const someChanges = fc.record({ ...listed, ...unlisted }, { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(someChanges, async (data) => {
        const response = await change(policy.id, data as JsonObject)
        const isForeign = (name: string) =>
          Object.hasOwn(unlisted, name) && Reflect.get(data, name) !== before.input[name]
        const foreign = Object.keys(data).filter(isForeign)
        if (foreign.length > 0) {
          expect(response.statusCode).toBe(400)
          const { errors } = response.json<{ errors: { field: string; rules: string[] }[] }>()
          const refused = errors.filter(({ rules }) => rules[0] !== 'dataset_item')
          expect(errors.map(({ field }) => field).sort()).toEqual(foreign.sort())
          for (const error of refused) expect(error.rules).toEqual(['quote_patch'])
          return
        }
        expect(response.statusCode).toBe(200)
        const after = await storedQuote(response.json<QuotedChange>().token)
        expect(after.input).toEqual({ ...before.input, ...data })
        expect(after.items).toEqual(before.items)
      }),
      { numRuns: 60 },
    )
  })

  it('goes by the rules of the list, all that fail at once, and not by those of the sale', async () => {
    const policy = await soldCyber()
    platform.clock.advance({ hours: 24 * 200 })
    // The start lies in the past, which no sale would allow: it stays, and nobody asks.
    await quoted(policy.id, { employee_number: 13 })
    const data = { employee_number: 251, deductible: 7, policy_start_date: '2028-01-01', more: 1 }
    expect(answer(await change(policy.id, data))).toEqual(
      invalid(
        wrong('employee_number', 'max', 'data'),
        wrong('deductible', 'in', 'data'),
        wrong('policy_start_date', 'quote_patch', 'data'),
        wrong('more', 'quote_patch', 'data'),
      ),
    )
  })

  it('names an item of a dataset as a sale does, and another item as it is now', async () => {
    await publishedDraft(platform, 'cyber', {
      'quote.json': (text) =>
        text.replace(
          '"quote_patch": [',
          '"quote_patch": [{ "name": "company", "path": "data", "validation": "in_dataset:companies" },',
        ),
    })
    const [first, second] = await itemsOf(platform, 'companies')
    const policy = await soldCyber({ company: first?.id ?? '' })
    const { token } = await quoted(policy.id, { company: second?.id ?? '' })
    expect((await storedQuote(token)).items).toEqual({
      [second?.id ?? '']: { id: second?.id, ...second?.values },
    })
    const unknown = `dai_${'0'.repeat(28)}`
    expect(answer(await change(policy.id, { company: unknown }))).toEqual(
      invalid(wrong('company', 'in_dataset', 'data')),
    )
  })

  it('is a part of a list or of a group where the list says so', async () => {
    const groups = [
      { name: 'sites', path: 'data', validation: 'array' },
      { name: 'sites.*.staff', path: 'data', validation: 'integer|max:100' },
      { name: 'owner.name', path: 'data', validation: 'string' },
      { name: 'owner.share', path: 'data', validation: 'integer' },
    ]
    const version = await pushedDraft(platform, 'cyber', {
      'quote.json': (text) => {
        const rules = JSON.parse(text) as Record<string, object[]>
        rules['quote']?.push(...groups)
        rules['quote_patch']?.push(...groups.filter(({ name }) => name !== 'sites').slice(0, 2))
        return JSON.stringify(rules)
      },
    })
    const sites = [
      { city: 'Bern', staff: 3 },
      { city: 'Thun', staff: 4 },
    ]
    const policy = await soldPolicy(broker, {
      quote: {
        body: { product_version_id: version },
        data: { policy_start_date: startDay, sites, owner: { name: 'Meier', share: 50 } },
      },
    })
    const { token } = await quoted(policy.id, {
      sites: [sites[0] ?? {}, { city: 'Thun', staff: 9 }],
      owner: { name: 'Moser' },
    })
    const { input } = await storedQuote(token)
    expect(input).toMatchObject({
      sites: [{ staff: 3 }, { staff: 9 }],
      owner: { name: 'Moser', share: 50 },
    })
    const moved = [{ city: 'Olten', staff: 101 }, sites[1] ?? {}]
    expect(answer(await change(policy.id, { sites: moved, owner: { share: 60 } }))).toEqual(
      invalid(
        wrong('sites.0.staff', 'max', 'data'),
        wrong('owner.share', 'quote_patch', 'data'),
        wrong('sites.0.city', 'quote_patch', 'data'),
      ),
    )
    expect(answer(await change(policy.id, { sites: [] }))).toEqual(
      invalid(wrong('sites', 'quote_patch', 'data')),
    )
  })

  it('cannot move the days of cover, whatever the list says', async () => {
    const version = await pushedDraft(platform, 'bike', {
      'quote.json': (text) =>
        text.replace(
          '"quote_patch": [',
          '"quote_patch": [{ "name": "start_date", "path": "data", "validation": "iso_date" },',
        ),
    })
    const bikes = sellerOn(platform, { product: 'bike' })
    const policy = await soldPolicy(bikes, {
      quote: { body: { product_version_id: version }, data: { start_date: startDay } },
    })
    expect(answer(await change(policy.id, { start_date: '2027-03-20' }))).toEqual(
      refused(
        400,
        'cover_moved',
        'An endorsement cannot change the days of cover or the number of payments: policy_start_date must stay as it is.',
      ),
    )
  })

  it('leaves the days of cover alone where pricing goes by today', async () => {
    const version = await pushedDraft(platform, 'bike', {
      'pricing.yaml': (text) =>
        text
          .replace('policy_start_date: start_date', 'policy_start_date: today')
          .replace(
            'bike_age: DATEDIF(purchase_date, start_date',
            'bike_age: DATEDIF(purchase_date, today',
          ),
    })
    const bikes = sellerOn(platform, { product: 'bike' })
    const policy = await soldPolicy(bikes, { quote: { body: { product_version_id: version } } })
    const { endorsement } = await quoted(
      policy.id,
      { deductible: 0 },
      { effective_date: '2027-07-01' },
    )
    expect(endorsement.amount).toBeGreaterThan(0)
  })
})

describe('a quote for an endorsement is refused', () => {
  it('with a day outside of the term, or too far back', async () => {
    const bikes = sellerOn(platform, { product: 'bike' })
    const policy = await soldPolicy(bikes, { quote: { data: { start_date: startDay } } })
    const on = (day: string) => change(policy.id, {}, { effective_date: day })
    const refusal = (rule: string, limit: string) =>
      invalid({ ...wrong('effective_date', rule), params: { [rule]: [limit] } })
    expect(answer(await on('2027-03-01'))).toEqual(refusal('after_or_equal', startDay))
    expect(answer(await on('2028-03-02'))).toEqual(refusal('before_or_equal', '2028-03-01'))
    platform.clock.advance({ hours: 24 * 60 })
    // An insurer may go 30 days back.
    expect((await on('2027-03-31')).statusCode).toBe(200)
    expect(answer(await on('2027-03-30'))).toEqual(refusal('after_or_equal', '2027-03-31'))
  })

  it('with a day before today for a distributor, whatever the product lets the insurer do', async () => {
    const policy = await soldCyber()
    platform.clock.advance({ hours: 24 * 60 })
    const byBroker = (day: string) => change(policy.id, {}, { effective_date: day }, broker)
    expect((await byBroker('2027-04-30')).statusCode).toBe(200)
    expect(answer(await byBroker('2027-04-29'))).toEqual(
      invalid({
        ...wrong('effective_date', 'after_or_equal'),
        params: { after_or_equal: ['2027-04-30'] },
      }),
    )
    expect((await change(policy.id, {}, { effective_date: '2027-04-29' })).statusCode).toBe(200)
  })

  it('for who may not: a public key, a distributor where only the insurer changes, a stranger', async () => {
    const policy = await soldCyber()
    const publicKey = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
    expect(await change(policy.id, {}, {}, publicKey)).toMatchObject({ statusCode: 401 })
    const bikes = sellerOn(platform, { product: 'bike' })
    const bike = await soldPolicy(bikes, { quote: { data: { start_date: startDay } } })
    const byBroker = await change(bike.id, {}, {}, bikes)
    expect(answer(byBroker)).toMatchObject({
      code: 403,
      body: { status: 'Forbidden', code: 'endorsements_by_insurer' },
    })
    const stranger = sellerOn(platform, { secretKey: platform.demo.other.test.secret })
    expect(answer(await change(policy.id, {}, {}, stranger))).toEqual(
      refused(404, 'policy_not_found', `Policy ${policy.id} was not found.`),
    )
    expect((await change('tpol_1', {})).statusCode).toBe(404)
  })

  it('of an offer, and of a policy that is cancelled, locked or has run out', async () => {
    const quote = await broker.quote({ data: { policy_start_date: startDay } })
    const offer = await broker.offer(quote.json<{ token: string }>().token)
    const { id } = offer.json<{ id: string }>()
    expect((await change(id, {})).statusCode).toBe(400)
    const policy = await soldCyber()
    await broker.cancel(policy.id, policy.version_id)
    expect((await change(policy.id, {})).statusCode).toBe(409)
    await platform.runDue()
    const bikes = sellerOn(platform, { product: 'bike' })
    const bike = await soldPolicy(bikes, { quote: { data: { start_date: startDay } } })
    platform.clock.set(Temporal.Instant.from('2028-03-02T12:00:00Z'))
    expect((await change(policy.id, {})).statusCode).toBe(422)
    expect((await change(bike.id, {})).statusCode).toBe(422)
  })

  it('where the product declines the risk', async () => {
    const policy = await soldCyber()
    expect(answer(await change(policy.id, { yearly_turnover: 6_000_000_000 }))).toEqual(
      refused(422, 'knockout', 'knockout'),
    )
  })
})

it('a quote for an endorsement makes no offer', async () => {
  const policy = await soldCyber()
  const { token } = await quoted(policy.id, { deductible: 100_000 })
  expect(answer(await broker.offer(token))).toEqual(
    refused(
      400,
      'quote_token_of_endorsement',
      `The quote token is invalid: the quote is for an endorsement of policy ${policy.id}, not for an offer.`,
    ),
  )
})
