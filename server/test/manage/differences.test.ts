import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProductFiles } from '../../src/products/index.ts'
import { wholeExample } from '../builders/folder.ts'
import { encodeFiles, managerOn } from '../builders/manager.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

interface Difference {
  readonly area: string
  readonly change: string
  readonly place: string
  readonly before: unknown
  readonly after: unknown
}

/** Cyber with something changed in every area. */
const changed = () =>
  wholeExample('cyber', {
    'product.yaml': (text) =>
      text
        .replace('name: Cyber Protect', 'name: Cyber Shield')
        .replace('quote_valid_days: 30', 'quote_valid_days: 14')
        .replace(/\n#[^\n]*\nlaw: de\n/, '\n')
        .replace('refund: pro_rata', 'refund: none')
        .replace('frequency: year', 'frequency: month')
        .replace('commission_rate: 0.15', 'commission_rate: 0.1'),
    'quote.json': (text) =>
      text
        .replace('min:0|max:250"', 'min:0|max:500"')
        .replace(
          '"quote_patch": [',
          '"quote_patch": [{ "name": "company", "path": "data", "validation": "optional" },',
        )
        .replace(/\{ "name": "email", "path": null, [^}]*\},\n/, '')
        .replace('max:0.35', 'max:0.3'),
    'fields.json': (text) => text.replace('in:mr,ms,mx', 'in:mr,ms'),
    'checkout.yaml': (text) =>
      text
        .replace('First name', 'Given name')
        .replace(/      mx: .*\n/, '')
        .replace(/  by-invoice: .*\n/, ''),
    'documents/offer.en.typ': (text) => `${text}\n// Reworded.\n`,
    'datasets/broker-rates.yaml': (text) => text.replace('Broker rates', 'Rates of brokers'),
    'pricing.yaml': (text) =>
      text
        .replace('minimum_premium: 19000', 'minimum_premium: 21000')
        // Of a year they were; now a month has one.
        .replace(/ *billing_cycles: .*\n/, ''),
    'tests/refused.yaml': null,
    'tests/prices.yaml': (text) =>
      `${text.slice(text.indexOf('- name: a one-person'), text.indexOf('  expect:', text.indexOf('- name: a one-person')))}  expect: { outputs: { net_premium: 21000 } }\n`,
  })

const plan = async (files: ProductFiles): Promise<Difference[]> => {
  const answer = await managerOn(platform).post('/manage/products/plan', {
    files: encodeFiles(files),
  })
  expect(answer.json()).toMatchObject({ valid: true, problems: [] })
  return answer.json<{ differences: Difference[] }>().differences
}

describe('what differs between two versions', () => {
  it('is described in the words of product builders, before a push and after', async () => {
    const manager = managerOn(platform)
    const files = await changed()
    const planned = await plan(files)
    expect(planned.map(({ area, change, place }) => `${area}: ${change} ${place}`)).toEqual([
      'settings: changed name',
      'settings: changed validity of quotes in days',
      'settings: changed law',
      'settings: changed withdrawal',
      'settings: changed refund on cancellation',
      'settings: changed months after a lapse in which a payment voids it',
      'items: changed cyber',
      'quote rules: changed data.employee_number',
      'quote patch rules: added data.company',
      'policy patch rules: removed email',
      'pricing variables: changed data.commission_rate',
      'policy fields: changed data.salutation',
      'payment plans: changed yearly',
      'integrations: changed webshop',
      'datasets: changed broker-rates',
      'checkout: removed plan by-invoice',
      'checkout: changed first_name',
      'checkout: changed salutation',
      'documents: changed offer (en)',
      'files: changed datasets/broker-rates.yaml',
      'files: removed pricing.xlsx',
      'files: changed tests/prices.yaml',
      'files: removed tests/refused.yaml',
      'files: added pricing.yaml',
      'files: added tables/deductible-factors.csv',
      'files: added tables/insurance-tax.csv',
      'files: added tables/rates.csv',
      'files: added tables/staff-factors.csv',
      'files: added tables/sum-bands.csv',
      'files: added tables/turnover-factors.csv',
      'prices: changed a one-person business pays the minimum premium',
    ])
    const difference = (area: string) => planned.find((one) => one.area === area)
    expect(difference('quote rules')).toMatchObject({
      before: 'integer|required|min:0|max:250',
      after: 'integer|required|min:0|max:500',
    })
    expect(difference('payment plans')).toMatchObject({
      before: { frequency: 'year' },
      after: { frequency: 'month' },
    })
    expect(difference('prices')).toMatchObject({
      before: { gross_payment_amount: 22_610, net_premium: 19_000, premium_tax: 3_610 },
      after: { gross_payment_amount: 24_990, net_premium: 21_000, premium_tax: 3_990 },
    })

    const productId = platform.demo.products['cyber']?.product_id
    const { live_version_id: live } = (await manager.get(`/manage/products/${productId}`)).json<{
      live_version_id: string
    }>()
    const { product_version_id: draft } = (await manager.push(files)).json<{
      product_version_id: string
    }>()
    const compare = async (version: string, against: string) =>
      (
        await manager.get(`/manage/product_versions/${version}/differences?against=${against}`)
      ).json<Difference[]>()
    expect(await compare(draft, live)).toEqual(planned)
    const back = await compare(live, draft)
    expect(back.find(({ area }) => area === 'settings')).toMatchObject({
      before: 'Cyber Shield',
      after: 'Cyber Protect',
    })
    expect(back).toContainEqual(
      expect.objectContaining({ area: 'files', change: 'added', place: 'pricing.xlsx' }),
    )
    // Only cases of the version that is looked at are priced, on both.
    expect(back.filter(({ area }) => area === 'prices')).toHaveLength(2)
    expect(await compare(draft, draft)).toEqual([])
  })

  it('is described cell by cell of a workbook, without what no price needs', async () => {
    const cyber = await wholeExample('cyber')
    const saved = unzipSync(cyber.get('pricing.xlsx') ?? new Uint8Array())
    const withSheets = (changes: Readonly<Record<string, (xml: string) => string>>) => {
      const parts = Object.entries(saved).map(([path, content]) => {
        const change = changes[path]
        return [path, change ? strToU8(change(strFromU8(content))) : content] as const
      })
      return new Map([...cyber, ['pricing.xlsx', zipSync(Object.fromEntries(parts))]])
    }
    const rates = 'xl/worksheets/sheet3.xml'
    const differences = await plan(
      withSheets({ [rates]: (xml) => xml.replace(/(<c r="D5"[^>]*><v>)3\.4</, '$13.6<') }),
    )
    expect(differences).toEqual([
      {
        area: 'workbook',
        change: 'changed',
        place: 'Rates!D5',
        before: 3.4,
        after: 3.6,
        about: 'the Per mille of "retail|10000000"',
      },
    ])
    const reworded = (xml: string) => xml.replace('Per mille of the insured sum', 'In thousandths')
    expect(await plan(withSheets({ [rates]: reworded }))).toEqual([
      expect.objectContaining({
        area: 'workbook',
        place: 'pricing.xlsx',
        about: 'saved anew: nothing that a price needs differs',
      }),
    ])
  })

  it.each([
    ['a comment', 'product.yaml', (text: string) => `# Sold since spring.\n${text}`],
    ['the number of the fields', 'fields.json', (text: string) => text.replace('"1"', '"2"')],
    ['a comment on the page', 'checkout.yaml', (text: string) => `# Nicer.\n${text}`],
    ['an empty line', 'quote.json', (text: string) => `${text}\n`],
  ])('is never left out: %s shows as a changed file', async (_what, path, change) => {
    const differences = await plan(await wholeExample('bike', { [path]: change }))
    expect(differences).toMatchObject([{ area: 'files', change: 'changed', place: path }])
  })
})
