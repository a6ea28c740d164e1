import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { pushedDraft } from '../builders/draft.ts'
import { type Seller, quoteMedia, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { answer, idOf, invalid, missing, refused, token, wrong } from './words.ts'

let platform: TestPlatform
let seller: Seller
beforeAll(async () => {
  platform = await openTestPlatform()
  seller = sellerOn(platform)
})
afterAll(() => platform.close())

const nowhere = '0'.repeat(28)

describe('a quote', () => {
  it('answers with a token, the amount and the outputs of pricing, and with nothing else', async () => {
    const quote = await seller.quote()
    expect(answer(quote)).toStrictEqual({
      code: 200,
      body: {
        token,
        gross_payment_amount: 146241,
        currency: 'eur',
        billing_period: 'year',
        billing_cycles: 1,
        expires_at: '2027-03-31T09:00:00+00:00',
        cover: {
          start_date: platform.demo.products['cyber']?.quote['policy_start_date'],
          end_date: null,
        },
        extra_data: {
          gross_premium: 146241,
          premium_tax: 23349,
          net_premium: 122892,
          tax_rate: 0.19,
          industry: 'other',
          third_party_premium: 24578,
        },
        public_outputs: [
          {
            output: 'premium_tax',
            labels: { en: 'Insurance tax', de: 'Versicherungsteuer' },
            value: 23349,
          },
          {
            output: 'third_party_premium',
            labels: { en: 'Of this, third-party damage', de: 'Davon Drittschäden' },
            value: 24578,
          },
          { output: 'industry', labels: { en: 'Industry', de: 'Branche' }, value: 'other' },
        ],
      },
    })
    expect(quote.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('gives a public key the same price as a secret key', async () => {
    const bySecret = (await seller.quote()).json<object>()
    const byPublic = await sellerOn(platform, { publicKey: platform.demo.keys.test.public }).quote()
    expect(answer(byPublic)).toStrictEqual({ code: 200, body: { ...bySecret, token } })
  })

  it('gets a token of its own every time', async () => {
    const [first, second] = await Promise.all([seller.quote(), seller.quote()])
    expect(first.json<{ token: string }>().token).not.toBe(second.json<{ token: string }>().token)
  })

  it('makes no policy', async () => {
    await seller.quote()
    expect(await platform.db.query(sql`select id from policies`)).toStrictEqual([])
  })

  it('says how often is paid, as the offer made of it does', async () => {
    const bikes = sellerOn(platform, { product: 'bike' })
    const version = await pushedDraft(platform, 'bike', {
      'product.yaml': (text) =>
        text.replace('type: single', 'type: recurring\n    frequency: month'),
      'pricing.yaml': (text) => text.replace(/^ *billing_cycles: payments\n/m, ''),
    })
    const quote = (await bikes.quote({ body: { product_version_id: version } })).json<{
      token: string
    }>()
    const { id } = (await bikes.offer(quote.token)).json<{ id: string }>()
    const offer = (await bikes.get(`/offers/${id}`)).json<{ quote: { billing_cycles: number } }>()
    expect(quote).toMatchObject({
      currency: 'chf',
      billing_period: 'month',
      billing_cycles: 12,
    })
    expect(offer.quote.billing_cycles).toBe(12)
  })

  it('is priced with the whole item where the customer chose one from a dataset', async () => {
    const { dataset_item: item } = cyber()
    const quote = await seller.quote({ data: { company: item } })
    expect(quote.json()).toMatchObject({ extra_data: { industry: 'professional_services' } })
  })

  it('may ask for the limits of a rule, and no further', async () => {
    const quoteFor = (employees: number) => seller.quote({ data: { employee_number: employees } })
    expect((await quoteFor(0)).statusCode).toBe(200)
    expect((await quoteFor(250)).statusCode).toBe(200)
    expect(answer(await quoteFor(-1))).toStrictEqual(
      invalid(wrong('employee_number', 'min', 'data')),
    )
    expect(answer(await quoteFor(251))).toStrictEqual(
      invalid(wrong('employee_number', 'max', 'data')),
    )
  })
})

describe('a quote is refused with 400', () => {
  it('and every member that the body lacks, in the order of the contract, without a path', async () => {
    const quote = await seller.post('/quotes', {}, { accept: quoteMedia })
    expect(answer(quote)).toStrictEqual(
      invalid(
        missing('item_id'),
        missing('subscription_plan_id'),
        missing('integration_id'),
        missing('data'),
      ),
    )
  })

  it('and every member of the wrong kind, missing ones among them in their order', async () => {
    const body = { item_id: 5, integration_id: '', data: [], live_product: 'perhaps' }
    const quote = await seller.post('/quotes', body, { accept: quoteMedia })
    expect(answer(quote)).toStrictEqual(
      invalid(
        wrong('item_id', 'string'),
        missing('subscription_plan_id'),
        missing('integration_id'),
        wrong('data', 'object'),
        wrong('live_product', 'in'),
      ),
    )
  })

  it('when live_product or live_integration is not a text', async () => {
    const quote = await seller.quote({ body: { live_product: true, live_integration: 0 } })
    expect(answer(quote)).toStrictEqual(
      invalid(wrong('live_integration', 'string'), wrong('live_product', 'string')),
    )
  })

  it('but not when optional members are null, which is as good as absent', async () => {
    const optional = { product_version_id: null, integration_version_id: null }
    const flags = { live_product: null, live_integration: null }
    const quote = await seller.quote({ body: { ...optional, ...flags } })
    expect(quote.statusCode).toBe(200)
  })

  it('and all failing answers at once, in the order of the product definition', async () => {
    const quote = await seller.quote({
      data: {
        third_party_coverage: null,
        policy_start_date: '2027-03-01',
        insured_sum: 9_999_999,
        encryption: 'yes',
        company_backup: 'daily',
        employee_number: 251,
        yearly_turnover: '',
        company: 'No Such Company',
      },
    })
    expect(answer(quote)).toStrictEqual(
      invalid(
        wrong('employee_number', 'max', 'data'),
        missing('yearly_turnover', 'data'),
        wrong('company_backup', 'in', 'data'),
        wrong('encryption', 'boolean', 'data'),
        wrong('insured_sum', 'min', 'data'),
        wrong('policy_start_date', 'after', 'data'),
        missing('third_party_coverage', 'data'),
        wrong('company', 'in_dataset', 'data'),
      ),
    )
  })

  it('when an answer names a dataset item that does not exist', async () => {
    const quote = await seller.quote({ data: { company: `dai_${nowhere}` } })
    expect(answer(quote)).toMatchObject({
      code: 400,
      body: { errors: [{ code: 'invalid_value', field: 'company', path: 'data' }] },
    })
  })

  it('when a dataset item that does not exist stands where no rule expects one', async () => {
    const quote = await seller.quote({ data: { supplier: `dai_${nowhere}` } })
    expect(answer(quote)).toMatchObject({
      code: 400,
      body: { errors: [{ code: 'invalid_value', field: 'supplier', path: 'data' }] },
    })
  })
})

describe('a quote is refused with 404 and the name of what is missing', () => {
  it.each([
    ['integration_id', `in_${nowhere}`, 'Integration', 'integration_not_found'],
    ['item_id', `ins_${nowhere}`, 'Product item', 'item_not_found'],
    ['subscription_plan_id', `pp_${nowhere}`, 'Subscription plan', 'subscription_plan_not_found'],
    ['product_version_id', `prv_${nowhere}`, 'Product version', 'product_version_not_found'],
    [
      'integration_version_id',
      `inv_${nowhere}`,
      'Integration version',
      'integration_version_not_found',
    ],
    ['integration_id', 'no id at all', 'Integration', 'integration_not_found'],
  ])('when %s is %s', async (member, id, what, code) => {
    const quote = await seller.quote({ body: { [member]: id } })
    expect(answer(quote)).toStrictEqual(refused(404, code, `${what} ${id} was not found.`))
  })

  it.each(['item_id', 'subscription_plan_id'] as const)(
    'when %s is of another product',
    async (member) => {
      const foreign = platform.demo.products['bike']?.[member] ?? ''
      const quote = await seller.quote({ body: { [member]: foreign } })
      expect(answer(quote)).toMatchObject({ code: 404, body: { status: 'Not Found' } })
      expect(quote.json<{ message: string }>().message).toContain(foreign)
    },
  )

  it("when a distributor quotes through another's integration", async () => {
    const { integration_id: id } = cyber()
    const quote = await sellerOn(platform, { secretKey: platform.demo.other.test.secret }).quote()
    expect(answer(quote)).toStrictEqual(
      refused(404, 'integration_not_found', `Integration ${id} was not found.`),
    )
  })
})

describe('a quote that pricing declines', () => {
  it('is a knockout, named by one code', async () => {
    const quote = await seller.quote({ data: cyber().knockout })
    expect(answer(quote)).toStrictEqual(refused(422, 'knockout', 'knockout'))
  })

  it('is checked before it is priced', async () => {
    const quote = await seller.quote({ data: { ...cyber().knockout, employee_number: 251 } })
    expect(answer(quote)).toStrictEqual(invalid(wrong('employee_number', 'max', 'data')))
  })
})

describe('the ids that a quote is made with', () => {
  it('carry the prefixes of the contract', () => {
    expect(cyber()).toMatchObject({
      product_id: idOf('pr'),
      item_id: idOf('ins'),
      subscription_plan_id: idOf('pp'),
      integration_id: idOf('in'),
      dataset_item: idOf('dai'),
    })
  })
})

function cyber() {
  const product = platform.demo.products['cyber']
  if (product === undefined) throw new Error('the demo has a cyber product')
  return product
}
