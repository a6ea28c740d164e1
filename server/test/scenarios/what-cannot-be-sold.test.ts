import { buildXlsx, sheetOf } from '@bindery/spreadsheet/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { pushedDraft } from '../builders/draft.ts'
import { exampleFolder } from '../builders/folder.ts'
import { encodeFiles, managerOn } from '../builders/manager.ts'
import { madeOffer, quoteMedia, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { refundsOf } from './records.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

type Changes = NonNullable<Parameters<typeof exampleFolder>[1]>
interface Problem {
  readonly file: string
  readonly place: string
  readonly message: string
  readonly fix: string
}

const noCases = { 'tests/city-bike.yaml': null, 'tests/e-bike.yaml': null }
/** A demo that shows nothing of what happens to dear bikes. */
const cheapDemo = {
  'demo.yaml': (text: string) => text.replace('bike_price: 180000', 'bike_price: 90000'),
}
const bikes = () => sellerOn(platform, { product: 'bike' })
/** Sold by the insurer that made them. */
const insurersBikes = () =>
  sellerOn(platform, { product: 'bike', secretKey: platform.demo.insurer.test.secret })

/** The bikes as they were while they could be paid for in one sum alone. */
const paidOnce = {
  'product.yaml': (text: string) =>
    text.replace(/ {2}# For those who answer[^]*?(?=\nintegrations:)/, ''),
  'pricing.yaml': (text: string) => text.replace('billing_cycles: payments', 'billing_cycles: 1'),
  'tests/city-bike.yaml': (text: string) =>
    text.replace(/\n- name: the same bike paid monthly[^]*/, ''),
}

/** These changes of the bikes that are paid once. */
function ofPaidOnce(changes: Changes): Changes {
  const both = Object.entries(paidOnce).map(([path, first]) => {
    const then = changes[path]
    return [path, typeof then === 'function' ? (text: string) => then(first(text)) : first] as const
  })
  return { ...changes, ...Object.fromEntries(both.filter(([path]) => changes[path] !== null)) }
}

/** What a push of the bikes complains of. */
async function refusals(changes: Changes, workbook?: Parameters<typeof sheetOf>[0]) {
  const files = new Map(await exampleFolder('bike', ofPaidOnce(changes)))
  if (workbook !== undefined) {
    files.delete('pricing.yaml')
    files.set('pricing.xlsx', buildXlsx({ sheets: { Calculator: sheetOf(workbook) } }))
  }
  const answer = (await managerOn(platform).push(files)).json<{ problems?: Problem[] }>()
  return answer.problems ?? []
}

const output = (name: string, formula: string) => (text: string) =>
  name === 'billing_cycles'
    ? text.replace('billing_cycles: 1', `billing_cycles: ${formula}`)
    : text.replace('billing_cycles: 1', `billing_cycles: 1\n  ${name}: ${formula}`)

/** The bikes as a workbook, with some cells of their own. */
const calculator = {
  B7: 'bike_price',
  C7: 180_000,
  G7: 'commission_rate',
  H7: 0.1,
  J7: 'net_premium',
  K7: '=ROUND(C7*0.05,0)',
  J8: 'tax_rate',
  K8: 0.05,
}

describe('a payment provider', () => {
  it('that does not exist is refused at push, with the nearest name and the list', async () => {
    const problems = await refusals({
      'product.yaml': (text) => text.replace('provider: invoice', 'provider: invoces'),
    })
    expect(problems).toContainEqual({
      file: 'product.yaml',
      place: 'payment_plans.once.methods[0].provider',
      message: 'There is no payment provider "invoces".',
      fix: 'Did you mean invoice? There are: invoice, distributor, sandbox, bank_transfer, stripe. Declare one of your own with: bindery providers declare invoces --method invoice',
    })
  })

  it('that collects by itself has no receipts to track', async () => {
    const problems = await refusals({
      'product.yaml': (text) =>
        text
          .replace('    methods:', '    receipts: tracked\n    methods:')
          .replace('provider: invoice, method: invoice', 'provider: sandbox, method: debit'),
    })
    expect(problems).toContainEqual(
      expect.objectContaining({ place: 'payment_plans.once.receipts' }),
    )
  })

  it('has the name that it is found by', () => {
    for (const [name, provider] of platform.providers) {
      expect(provider.name).toBe(name)
    }
  })

  it('that is the distributor issues the policy at once, and gives back at once', async () => {
    const version = await pushedDraft(platform, 'bike', {
      'product.yaml': (text) =>
        text.replace(
          '- { provider: invoice, method: invoice }',
          '- { provider: distributor, method: collected }',
        ),
    })
    await managerOn(platform).post(`/manage/product_versions/${version}/publish`)
    for (const secretKey of [platform.demo.keys.test.secret, platform.demo.keys.live.secret]) {
      const seller = sellerOn(platform, { product: 'bike', secretKey })
      const offer = await madeOffer(seller)
      const paid = await seller.pay(offer, { provider: 'distributor', method: 'collected' })
      expect(paid.json()).toMatchObject({ status: 'ok' })
      const policy = (await seller.get(`/policies/${offer.id}`)).json()
      expect(policy).toMatchObject({ status: 'paid' })
      await seller.cancel(offer.id, policy.version_id, { termination_date: '2027-03-31' })
      await platform.runDue()
      expect(await refundsOf(platform, offer.id)).toMatchObject([{ amount: 17_578, status: 'ok' }])
    }
  })
})

describe('instalments of a single payment', () => {
  const often = 'IF(bike_price > 100000, 12, 1)'

  it('are refused at push where every customer would get them, whatever other plans there are', async () => {
    const problems = await refusals({
      ...noCases,
      'pricing.yaml': output('billing_cycles', '6 * 2'),
      'product.yaml': (text) =>
        text.replace(
          'integrations:\n',
          '  - key: monthly\n    type: recurring\n    frequency: month\n    methods: [{ provider: invoice, method: invoice }]\nintegrations:\n',
        ),
    })
    expect(problems).toMatchObject([
      {
        file: 'pricing.yaml',
        message: expect.stringContaining('billing_cycles is 12, but the payment plan once'),
        fix: expect.stringContaining('recurring'),
      },
    ])
  })

  it('are refused at push where a case or the demo shows them', async () => {
    const change = { 'pricing.yaml': output('billing_cycles', often) }
    expect(await refusals({ ...change, ...cheapDemo })).toContainEqual(
      expect.objectContaining({
        file: 'tests/city-bike.yaml',
        message: expect.stringContaining('failed at billing_cycles'),
      }),
    )
    expect(await refusals({ ...change, ...noCases })).toMatchObject([
      { file: 'demo.yaml', message: expect.stringContaining('failed at billing_cycles') },
    ])
  })

  it('are refused at push where a workbook was saved with them', async () => {
    const often = { J9: 'billing_cycles', K9: '=IF(C7>100000,12,1)' }
    const changes = { ...noCases, ...cheapDemo }
    expect(await refusals(changes, { ...calculator, ...often })).toMatchObject([
      { file: 'pricing.xlsx', place: 'billing_cycles', message: expect.stringContaining('is 12') },
    ])
    expect(await refusals(changes, { ...calculator, ...often, C7: 90_000 })).toEqual([])
  })

  it('fail the quote where only its answers show them, and the explanation names the output', async () => {
    const changes = { ...cheapDemo, ...noCases, 'pricing.yaml': output('billing_cycles', often) }
    const files = await exampleFolder('bike', ofPaidOnce(changes))
    const pushed = await managerOn(platform).push(files)
    const { product_version_id: version } = pushed.json<{ product_version_id: string }>()
    const quote = (price: number, by = bikes()) =>
      by.quote({ body: { product_version_id: version }, data: { bike_price: price } })
    expect((await quote(90_000)).statusCode).toBe(200)
    const failed = await quote(180_000)
    expect([failed.statusCode, failed.json()]).toEqual([
      503,
      {
        status: 'Service Unavailable',
        code: 'calculation_failed',
        message: 'The quote calculation failed.',
      },
    ])
    const response = await quote(180_000, insurersBikes())
    expect([response.statusCode, response.json()]).toMatchObject([
      503,
      {
        message:
          'The quote calculation failed at billing_cycles: is 12, but the payment plan once is a single ' +
          'payment, which would be the only one of 12. Put out 1, or make the plan once recurring with ' +
          'a frequency.',
      },
    ])
    const explained = await managerOn(platform).post('/manage/products/price', {
      files: encodeFiles(files),
      data: { ...platform.demo.products['bike']?.quote, bike_price: 180_000 },
    })
    expect(explained.json()).toMatchObject({
      outcome: 'failed',
      result: { place: 'billing_cycles', reason: expect.stringContaining('is 12') },
    })
    expect(explained.json<{ steps: object[] }>().steps.length).toBeGreaterThan(5)
  })
})

it('answers that another plan is for name the plans that fit, to everybody', async () => {
  const monthly = { data: { payment: 'monthly' } }
  const refused = await bikes().quote(monthly)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    400,
    {
      errors: [
        {
          code: 'invalid_value',
          field: 'subscription_plan_id',
          rules: ['in'],
          params: { in: [expect.stringMatching(/^pp_/)] },
        },
      ],
    },
  ])
  const { errors } = refused.json<{ errors: [{ params: { in: [string] } }] }>()
  const { data } = monthly
  const sold = await bikes().quote({
    data,
    body: { subscription_plan_id: errors[0].params.in[0] },
  })
  expect([sold.statusCode, sold.json()]).toMatchObject([200, { billing_period: 'month' }])
})

it('an answer that no lookup finds is an error at its field, not an outage', async () => {
  // The rules let through a canton that the table does not have.
  const version = await pushedDraft(platform, 'bike', {
    'quote.json': (text) => text.replace('in:AG,', 'in:XX,AG,'),
  })
  const draft = { product_version_id: version, live_integration: 'false' }
  const refused = await bikes().quote({ body: draft, data: { canton: 'XX' } })
  expect([refused.statusCode, refused.json()]).toMatchObject([
    400,
    { errors: [{ code: 'invalid_value', field: 'canton', path: 'data' }] },
  ])
})

describe('the price of a year that each month would ask for', () => {
  const monthlyAlone = {
    ...noCases,
    'product.yaml': (text: string) =>
      text.replace('type: single', 'type: recurring\n    frequency: month'),
  }

  it('is refused at push where every customer would get it', async () => {
    expect((await refusals(monthlyAlone)).slice(0, 1)).toEqual([
      {
        file: 'pricing.yaml',
        place: 'output billing_cycles',
        message:
          'The output billing_cycles is 1, but the payment plan once asks for 12 payments, each of the whole amount, whatever the customer answers.',
        fix: 'Put out the amount of one payment and 12, or leave billing_cycles out.',
      },
    ])
    const halfAYear = (text: string) =>
      output('billing_cycles', '6')(text).replace('\'"P1Y"\'', '\'"P6M"\'')
    expect(await refusals({ ...monthlyAlone, 'pricing.yaml': halfAYear })).toEqual([])
    const openEnded = (text: string) =>
      text.replace(/^ {2}(duration_strategy|policy_duration):.*\n/gm, '')
    const quarterly = (text: string) => openEnded(output('billing_cycles', '4')(text))
    expect((await refusals({ ...monthlyAlone, 'pricing.yaml': quarterly }))[0]).toMatchObject({
      file: 'pricing.yaml',
      message: expect.stringContaining('asks for 12 payments'),
    })
  })

  it('is refused at push where the demo shows it, and fails the quote where only its answers do', async () => {
    const cheap = 'IF(bike_price > 100000, 1, 12)'
    const changes = { ...monthlyAlone, 'pricing.yaml': output('billing_cycles', cheap) }
    expect(await refusals(changes)).toMatchObject([
      { file: 'demo.yaml', message: expect.stringContaining('failed at billing_cycles') },
    ])
    const files = await exampleFolder('bike', ofPaidOnce({ ...changes, ...cheapDemo }))
    const pushed = await managerOn(platform).push(files)
    const { product_version_id: version } = pushed.json<{ product_version_id: string }>()
    const quote = (price: number) =>
      bikes().quote({ body: { product_version_id: version }, data: { bike_price: price } })
    expect((await quote(90_000)).statusCode).toBe(200)
    expect((await quote(180_000)).statusCode).toBe(503)
  })
})

describe('a risk for an underwriter', () => {
  it.each(['manual_underwriting', 'Manual-Underwriting '])(
    'is refused at push where every customer is one, as %s',
    async (flow) => {
      const change = { 'pricing.yaml': output('flow', `'"${flow}"'`) }
      expect(await refusals({ ...noCases, ...change })).toContainEqual(
        expect.objectContaining({
          file: 'pricing.yaml',
          message: expect.stringContaining('The output flow is'),
        }),
      )
    },
  )

  it('is refused at push where a case, the demo or a saved workbook shows it', async () => {
    const dear = `IF(bike_price > 100000, "manual_underwriting", "standard")`
    const problems = await refusals({ 'pricing.yaml': output('flow', dear) })
    expect(problems.map(({ file }) => file)).toEqual(
      expect.arrayContaining(['tests/city-bike.yaml', 'demo.yaml']),
    )
    const saved = await refusals(
      { ...noCases, ...cheapDemo },
      { ...calculator, J9: 'flow', K9: '=IF(C7>100000,"manual_underwriting","standard")' },
    )
    expect(saved).toMatchObject([{ file: 'pricing.xlsx', place: 'flow' }])
  })

  it('gets no quote where only the answers show it, and nobody pays for an older offer', async () => {
    const changes = {
      ...noCases,
      ...cheapDemo,
      'pricing.yaml': output('flow', 'IF(bike_price > 100000, "manual_underwriting", "")'),
    }
    const pushed = await managerOn(platform).push(await exampleFolder('bike', ofPaidOnce(changes)))
    const { product_version_id } = pushed.json<{ product_version_id: string }>()
    const terms = { body: { product_version_id } }
    expect((await bikes().quote(terms)).statusCode).toBe(503)

    const offer = await madeOffer(bikes(), { quote: { ...terms, data: { bike_price: 90_000 } } })
    await platform.db.query(
      sql`update policies set flow = 'manual_underwriting' where id = ${offer.id}`,
    )
    // On another server: the one that made the offer still has it at hand as it was.
    const elsewhere = await openTestPlatform({
      beside: { platform, connection: platform.connection },
    })
    const paid = await sellerOn(elsewhere, { product: 'bike' }).pay(offer, {
      provider: 'sandbox',
      method: 'card',
    })
    await elsewhere.close()
    expect(paid.statusCode).toBe(400)
    expect(paid.body).toContain('an underwriter has to accept the risk first')
  })
})

describe('cover free of charge', () => {
  /** Nothing for dear bikes and for who bears much himself, by mistake or as a present. */
  const dearForFree = {
    'pricing.yaml': (text: string) =>
      text.replace(
        'MAX(tariff_premium, 4500)',
        'IF(OR(bike_price > 100000, deductible = 20000), 0, MAX(tariff_premium, 4500))',
      ),
  }
  const consenting = {
    'product.yaml': (text: string) => `${text}\nfree_of_charge: true\n`,
  }
  const how =
    'is 0, and the product does not consent to cover free of charge. Correct the price, or write free_of_charge: true in product.yaml to sell cover that costs nothing.'

  it('is refused at push where every customer, a case, the demo or a saved workbook shows it', async () => {
    const always = (text: string) =>
      text.replace(/net_premium_due: ROUND.*/, 'net_premium_due: 0.4')
    expect(await refusals({ ...noCases, 'demo.yaml': null, 'pricing.yaml': always })).toMatchObject(
      [
        {
          file: 'pricing.yaml',
          message:
            'The output gross_payment_amount is 0, and the product does not consent to cover free of charge, whatever the customer answers.',
          fix: expect.stringContaining('free_of_charge: true'),
        },
      ],
    )
    const problems = await refusals(dearForFree)
    expect(problems).toContainEqual(
      expect.objectContaining({
        file: 'tests/city-bike.yaml',
        message: `The calculation failed at gross_payment_amount: ${how}`,
      }),
    )
    expect(problems).toContainEqual(expect.objectContaining({ file: 'demo.yaml' }))
    const saved = { ...calculator, K7: '=IF(C7>100000,0,C7*0.05)' }
    expect(await refusals({ ...noCases, ...cheapDemo }, saved)).toMatchObject([
      { file: 'pricing.xlsx', place: 'gross_payment_amount' },
    ])
    expect(await refusals({ ...noCases, ...consenting }, saved)).toEqual([])
  })

  it('fails a quote or an endorsement where only the answers show it, unless the product consents', async () => {
    const changes = { ...noCases, ...cheapDemo, ...dearForFree }
    const pushed = async (more: Changes) => {
      const folder = await exampleFolder('bike', ofPaidOnce({ ...changes, ...more }))
      const answer = await managerOn(platform).push(folder)
      return {
        product_version_id: answer.json<{ product_version_id: string }>().product_version_id,
      }
    }
    const silent = { body: await pushed({}) }
    const response = await insurersBikes().quote(silent)
    expect([response.statusCode, response.json()]).toMatchObject([
      503,
      { message: `The quote calculation failed at gross_payment_amount: ${how}` },
    ])
    const offer = await madeOffer(bikes(), { quote: { ...silent, data: { bike_price: 90_000 } } })
    await bikes().pay(offer)
    const change = { policy_id: offer.id, data: { deductible: 20_000 } }
    const dearer = await insurersBikes().post('/quotes', change, { accept: quoteMedia })
    expect([dearer.statusCode, dearer.body]).toEqual([503, expect.any(String)])

    const free = { body: await pushed(consenting) }
    const quote = await bikes().quote(free)
    expect(quote.json()).toMatchObject({ gross_payment_amount: 0 })
    const present = await madeOffer(bikes(), { quote: free })
    expect((await bikes().pay(present)).json()).toMatchObject({ status: 'ok' })
  })
})

describe('a workbook', () => {
  const changes = { ...noCases, ...cheapDemo }
  const asText = { ...calculator, K7: '=TEXT(C7*0.05,"0.00")&" EUR"' }

  it('whose saved price is a text is refused, at the cell', async () => {
    expect(await refusals(changes, asText)).toEqual([
      {
        file: 'pricing.xlsx',
        place: 'Calculator!K7',
        message:
          'The output net_premium must be a number, but its formula can only give a text. Every quote would fail.',
        fix: 'Let it give the number alone; a currency or another word belongs in an output of its own.',
      },
    ])
    // It may give a number for other answers; with those that it was saved with it does not.
    const dearAsText = { ...calculator, K7: `=IF(C7>100000,C7&" EUR",C7)` }
    expect(await refusals(changes, dearAsText)).toEqual([
      {
        file: 'pricing.xlsx',
        place: 'Calculator!K7',
        message:
          'With the answers that the workbook was saved with, there is no price: gives a text where a number is needed.',
        fix: 'Correct the formula, or save the workbook with answers that have a price.',
      },
    ])
  })

  it('whose price can only be a text is refused though nothing was answered in it', async () => {
    const blank = { ...calculator, C7: '' }
    const unshown = { ...noCases, 'demo.yaml': null }
    const priced = async (cells: Parameters<typeof sheetOf>[0]) =>
      (await refusals(unshown, { ...blank, ...cells })).map(({ place }) => place)
    expect(await priced({ K7: '=IF(C7="","",TEXT(C7*0.05,"0.00")&" EUR")' })).toEqual([
      'Calculator!K7',
    ])
    // Wherever the words come in.
    expect(await priced({ K7: '=IF(C7>5,D9,D10)', D9: '=C7&" EUR"', D10: 'on request' })).toEqual([
      'Calculator!K7',
    ])
    expect(await priced({ K8: '=C7>5' })).toEqual(['Calculator!K8'])
    // What may be a number is let be: the answers decide.
    expect(await priced({ K7: '=IF(C7="","Fill in the price",C7*0.05)' })).toEqual([])
    expect(await priced({ K7: '=VALUE(TEXT(C7*0.05,"0.00"))' })).toEqual([])
    expect(await priced({ K7: '=-TEXT(C7*-0.05,"0.00")' })).toEqual([])
  })

  it('whose saved price breaks the money contract is refused', async () => {
    const uneven = {
      ...calculator,
      J9: 'gross_premium',
      K9: '=K7*2',
      J10: 'premium_tax',
      K10: '=K7*0.05',
    }
    expect(await refusals(changes, uneven)).toMatchObject([{ file: 'pricing.xlsx' }])
  })

  it('saved without answers proves nothing, and then the demo decides', async () => {
    const blank = { ...calculator, C7: '' }
    const filledIn = { ...blank, K7: '=IF(C7="","Fill in the price",C7*0.05)' }
    expect(await refusals(noCases, filledIn)).toEqual([])
    const dearAsText = '=IF(C7>100000,C7&" EUR",C7)'
    expect(await refusals(noCases, { ...blank, K7: dearAsText })).toMatchObject([
      { file: 'demo.yaml', place: 'quote', message: expect.stringContaining('Calculator!K7') },
    ])
  })

  it('that fails is explained with the steps up to the failure', async () => {
    const files = new Map(await exampleFolder('bike', changes))
    files.delete('pricing.yaml')
    const sheet = { ...calculator, K7: '=IF(C7>200000,TEXT(C7,"0")&" EUR",C7)' }
    files.set('pricing.xlsx', buildXlsx({ sheets: { Calculator: sheetOf(sheet) } }))
    const explained = await managerOn(platform).post('/manage/products/price', {
      files: encodeFiles(files),
      data: { ...platform.demo.products['bike']?.quote, bike_price: 300_000 },
    })
    expect(explained.json()).toMatchObject({
      outcome: 'failed',
      result: { place: 'Calculator!K7', reason: 'gives a text where a number is needed' },
      steps: [
        { place: 'Calculator!C7, input bike_price', value: '300000' },
        { place: 'Calculator!H7, variable commission_rate', value: '0.18' },
        { place: 'Calculator!K7', value: '300000 EUR' },
      ],
    })
  })
})

describe('a formula that computes for long', () => {
  const numbers = Array.from({ length: 60_000 }, (_, at) => at)
  /** Multiplies sixty thousand numbers, forty times over, wherever the condition holds. */
  const laborious = (condition: string): NonNullable<Changes> => ({
    'tables/numbers.csv': () => `number\n${numbers.join('\n')}\n`,
    'pricing.yaml': (text) =>
      text
        .replace('tables:', 'tables:\n  numbers: { file: tables/numbers.csv, key: number }')
        .replace(
          'steps:',
          `steps:\n  labour: IF(${condition}, SUMPRODUCT(numbers[number]${' * bike_price'.repeat(40)}), 0)`,
        )
        .replace('net_premium_due - commission', 'net_premium_due - commission + labour * 0'),
  })
  const problem = {
    file: 'pricing.yaml',
    place: 'step labour',
    message: 'A price takes more than 50 ms to compute, and this takes the longest.',
    fix: expect.any(String),
  }

  it('is refused where the demo shows it', async () => {
    expect(await refusals({ ...noCases, ...laborious('bike_price = 180000') })).toContainEqual(
      problem,
    )
  })

  it('is refused where a case shows it', async () => {
    const cases = (text: string) => text.replaceAll('180000', '181000')
    const changes = { 'tests/city-bike.yaml': cases, ...laborious('bike_price = 181000') }
    expect(await refusals(changes)).toContainEqual(problem)
  })

  it('is refused where nobody shows anything: answers that the rules suggest are priced', async () => {
    const nothing = { ...noCases, 'demo.yaml': null }
    expect(await refusals({ ...nothing, ...laborious('bike_price > 0') })).toContainEqual(problem)
  })

  it('is taken where it is quick for all that is known', async () => {
    expect(await refusals({ ...noCases, ...laborious('bike_price = 123457') })).toEqual([])
  })
})
