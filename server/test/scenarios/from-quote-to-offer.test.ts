import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { explained } from '../contract/words.ts'
import { testStart } from '../support/test-start.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())
beforeEach(() => platform.clock.set(testStart))

async function quoted(data = {}): Promise<string> {
  const quote = await sellerOn(platform).quote({ data })
  if (quote.statusCode !== 200) throw new Error(quote.body)
  return quote.json<{ token: string }>().token
}

describe('a quote', () => {
  it('is priced to the cent', async () => {
    const quote = await sellerOn(platform).quote()
    const { token } = quote.json<{ token: string }>()
    expect(quote.statusCode).toBe(200)
    expect(quote.json()).toEqual({
      token,
      gross_payment_amount: 146_241,
      currency: 'eur',
      billing_cycles: 1,
      billing_period: 'year',
      expires_at: '2027-03-31T09:00:00+00:00',
      cover: { start_date: expect.stringMatching(/^2027-/), end_date: null },
      extra_data: {
        gross_premium: 146_241,
        premium_tax: 23_349,
        net_premium: 122_892,
        tax_rate: 0.19,
        industry: 'other',
        third_party_premium: 24_578,
      },
      public_outputs: [
        { output: 'premium_tax', labels: expect.any(Object), value: 23_349 },
        { output: 'third_party_premium', labels: expect.any(Object), value: 24_578 },
        { output: 'industry', labels: expect.any(Object), value: 'other' },
      ],
    })
  })

  it('that no insurer takes is a knockout and leaves nothing behind', async () => {
    const knockout = platform.demo.products['cyber']?.knockout ?? {}
    const quote = await sellerOn(platform).quote({ data: knockout })
    expect(quote.statusCode).toBe(422)
    expect(quote.json()).toEqual({
      status: 'Unprocessable Entity',
      code: 'knockout',
      message: 'knockout',
    })
  })

  it('that fails the rules of the product names every failing field at once', async () => {
    const data = { employee_number: 251, company_backup: 'sometimes', encryption: null }
    const quote = await sellerOn(platform).quote({ data })
    expect(quote.statusCode).toBe(400)
    expect(quote.json()).toEqual({
      status: 'Bad Request',
      code: 'invalid_data',
      message: 'Data validation failed.',
      errors: [
        {
          code: 'invalid_value',
          field: 'employee_number',
          path: 'data',
          rules: ['max'],
          ...explained,
        },
        {
          code: 'invalid_value',
          field: 'company_backup',
          path: 'data',
          rules: ['in'],
          ...explained,
        },
        { code: 'required', field: 'encryption', path: 'data', rules: ['required'], ...explained },
      ],
    })
  })

  it('may start tomorrow where the product is sold, but not today', async () => {
    // At 23:30 in London it is half past midnight of the next day in Berlin.
    platform.clock.set(Temporal.Instant.from('2027-03-01T23:30:00Z'))
    const seller = sellerOn(platform)
    const starting = async (day: string) =>
      (await seller.quote({ data: { policy_start_date: day } })).statusCode
    expect(await starting('2027-03-02')).toBe(400)
    expect(await starting('2027-03-03')).toBe(200)
  })
})

describe('a quote token', () => {
  it('may lead to more than one offer, each a policy of its own', async () => {
    const seller = sellerOn(platform)
    const token = await quoted()
    const offers = await Promise.all([seller.offer(token), seller.offer(token)])
    const [one, two] = offers.map((offer) =>
      offer.json<{ id: string; payment_token: string; insurer_policy_id: string }>(),
    )
    if (one === undefined || two === undefined) throw new Error('two offers were made')
    expect(new Set([one.id, two.id]).size).toBe(2)
    expect(new Set([one.payment_token, two.payment_token]).size).toBe(2)
    expect(new Set([one.insurer_policy_id, two.insurer_policy_id]).size).toBe(2)
    expect((await seller.pay(one)).statusCode).toBe(200)
    expect((await seller.pay({ ...one, id: two.id })).statusCode).toBe(400)
    expect((await seller.pay(two)).statusCode).toBe(200)
  })

  it('holds for thirty days to the second', async () => {
    const seller = sellerOn(platform)
    const token = await quoted({ policy_start_date: '2027-12-01' })
    platform.clock.set(testStart.add({ hours: 30 * 24 }).subtract({ seconds: 1 }))
    expect((await seller.offer(token)).statusCode).toBe(200)
    platform.clock.set(testStart.add({ hours: 30 * 24 }))
    const late = await seller.offer(token)
    expect(late.statusCode).toBe(400)
    expect(late.json()).toEqual({
      status: 'Bad Request',
      code: 'expired_quote_token',
      message: 'The quote token is invalid: the quote has expired. Create a new quote.',
    })
  })

  it('is of no use once the start it was quoted for has come', async () => {
    const seller = sellerOn(platform)
    const token = await quoted({ policy_start_date: '2027-03-05' })
    platform.clock.set(Temporal.Instant.from('2027-03-04T22:59:59Z'))
    expect((await seller.offer(token)).statusCode).toBe(200)
    platform.clock.set(Temporal.Instant.from('2027-03-04T23:00:00Z'))
    const late = await seller.offer(token)
    expect(late.statusCode).toBe(400)
    expect(late.json()).toEqual({
      status: 'Bad Request',
      code: 'overtaken_quote_token',
      message:
        "The quote token is invalid: the quoted policy_start_date no longer passes the product's rules. Create a new quote.",
    })
  })

  it.each([
    ['made up', () => 'f'.repeat(76)],
    [
      'of the right quote with another secret',
      (token: string) => token.slice(0, 28) + 'f'.repeat(48),
    ],
    ['cut short', (token: string) => token.slice(0, -1)],
    ['too long', (token: string) => `${token}0`],
    ['in capitals', (token: string) => token.toUpperCase()],
  ])('%s is refused', async (_, forge) => {
    const answer = await sellerOn(platform).offer(forge(await quoted()))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      status: 'Bad Request',
      code: 'unknown_quote_token',
      message: 'The quote token is invalid.',
    })
  })

  it('does not cross from test to live, nor to another distributor', async () => {
    const token = await quoted()
    for (const secretKey of [platform.demo.keys.live.secret, platform.demo.other.test.secret]) {
      const answer = await sellerOn(platform, { secretKey }).offer(token)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ message: 'The quote token is invalid.' })
    }
  })
})
