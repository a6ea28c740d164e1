import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../kernel/index.ts'
import type { Calculation, PricingInput } from './pricing-types.ts'
import { evaluated, inputOf, pricingOf } from './testing/build-pricing.ts'
import { compiledWorkbook, quoteOf } from './testing/build-workbook.ts'

const formulas = pricingOf(
  `
inputs:
  region: text
  zone: { type: text, default: '' }
  birth_date: date
  class: { type: integer, optional: true }
  sum: integer
variables:
  broker: { type: text, default: a }
tables:
  regions: { file: tables/regions.csv, key: region }
  zones: { file: tables/zones.csv, key: zone }
  ages: { file: tables/ages.csv, key: age }
  brokers: { file: tables/brokers.csv, key: broker }
steps:
  # Two lookups in one formula: the one that missed counts, not the one that is caught.
  rate: VLOOKUP(TRIM(region), regions, "rate") * IFNA(VLOOKUP(zone, zones, "factor"), 1)
  age: YEAR(today) - YEAR(birth_date)
  factor: LET(years, age, VLOOKUP(years, ages, "factor", TRUE))
  share: VLOOKUP(broker, brokers, "share")
  classes: SWITCH(class, 1, 1, 2, 1.5)
outputs:
  gross_premium: ROUND(sum * rate * factor * classes, 0)
  tax_rate: 0.1
  net_commission_total: sum * share
`,
  {
    'tables/regions.csv': 'region,rate\nnorth,0.05\nsouth,0.08\n',
    'tables/zones.csv': 'zone,factor\nz1,2\n',
    'tables/ages.csv': 'age,factor\n18,1\n60,2\n',
    'tables/brokers.csv': 'broker,share\na,0.1\n',
  },
)

const workbook = compiledWorkbook({
  sheets: {
    In: { A1: 'north', A2: 'z1', A3: null, A4: 1, A5: 1000, B1: 'a' },
    Calc: {
      A1: '=VLOOKUP(TRIM(In!A1),Regions!A:B,2,FALSE)*IFERROR(VLOOKUP(In!A2,Zones!A:B,2,FALSE),1)',
      A2: '=INT(YEARFRAC(In!A3,DATE(2027,1,1)))',
      A3: '=INDEX(Ages!B:B,MATCH(A2,Ages!A:A,1))',
      A4: '=VLOOKUP(In!B1,Brokers!A:B,2,FALSE)',
      A5: '=SWITCH(In!A4,1,1,2,1.5)',
      A6: '=ROUND(In!A5*A1*A3*A5,0)',
      A7: '=In!A5*A4',
      A8: 0.1,
    },
    Regions: { A1: 'north', B1: 0.05, A2: 'south', B2: 0.08 },
    Zones: { A1: 'z1', B1: 2 },
    Ages: { A1: 18, B1: 1, A2: 60, B2: 2 },
    Brokers: { A1: 'a', B1: 0.1 },
  },
  inputs: { region: 'In!A1', zone: 'In!A2', birth_date: 'In!A3', class: 'In!A4', sum: 'In!A5' },
  predefined: { broker: 'In!B1' },
  outputs: { gross_premium: 'Calc!A6', net_commission_total: 'Calc!A7', tax_rate: 'Calc!A8' },
})

const valid = { region: 'north', zone: 'z1', birth_date: '1990-05-01', class: 1, sum: 100_000 }

type Price = (data: JsonObject, more?: Partial<PricingInput>) => Calculation

const engines: [string, Price][] = [
  ['formulas', (data, more) => evaluated(formulas, { ...inputOf(data), ...more })],
  ['a workbook', (data, more) => workbook.evaluate({ ...quoteOf(data), ...more })],
]

describe.each(engines)('an answer that no lookup of %s finds', (_, price) => {
  const blamed = (field: string) => ({
    outcome: 'invalid',
    errors: [{ code: 'invalid_value', field, path: 'data' }],
    miss: { reason: expect.stringContaining('#N/A') },
  })

  test("is the customer's error at that field, however the key is made of it", () => {
    expect(price(valid)).toMatchObject({ outcome: 'priced' })
    expect(price({ ...valid, region: 'atlantis' })).toMatchObject(blamed('region'))
    expect(price({ ...valid, class: 7 })).toMatchObject(blamed('class'))
    // Through a cell of its own, a name and the date of the quote.
    expect(price({ ...valid, birth_date: '2015-05-01' })).toMatchObject(blamed('birth_date'))
  })

  test('is none where the miss is caught', () => {
    expect(price({ ...valid, zone: 'z9' })).toMatchObject({ outcome: 'priced' })
    expect(price({ ...valid, zone: 'z9', region: 'atlantis' })).toMatchObject(blamed('region'))
  })

  test('leaves a failed calculation where the customer cannot be blamed', () => {
    const failed = { outcome: 'failed', reason: expect.stringContaining('#N/A') }
    // The integration's variable; an answer that was not given; one that an endorsement leaves as it was sold.
    expect(price(valid, { variables: { broker: 'x' } })).toMatchObject(failed)
    expect(price({ ...valid, class: null })).toMatchObject(failed)
    expect(price({ ...valid, region: 'atlantis' }, { held: ['region'] })).toMatchObject(failed)
  })
})

test('a key of several answers is blamed on all of them, one of too many on none', () => {
  const keyOf = (count: number) => {
    const names = Array.from({ length: count }, (_, at) => `answer_${at}`)
    const pricing = pricingOf(
      `
inputs:
${names.map((name) => `  ${name}: text`).join('\n')}
tables:
  rates: { file: tables/rates.csv, key: key }
outputs:
  tax_rate: 0.1
  gross_premium: VLOOKUP(${names.join(' & ')}, rates, "rate")
`,
      { 'tables/rates.csv': 'key,rate\nab,1\nc,2\n' },
    )
    return evaluated(pricing, inputOf(Object.fromEntries(names.map((name) => [name, 'x']))))
  }
  expect(keyOf(2)).toMatchObject({
    outcome: 'invalid',
    errors: [{ field: 'answer_0' }, { field: 'answer_1' }],
  })
  expect(keyOf(4)).toMatchObject({ outcome: 'failed', place: 'output gross_premium' })
})
