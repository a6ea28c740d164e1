import { readFile } from 'node:fs/promises'
import { buildXlsx, type GivenCell, sheetOf, sheetPart } from '@bindery/spreadsheet/testing'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { listsElsewhere, namedCells, withTable, withoutLayout } from '../builders/made-workbooks.ts'
import { managerOn } from '../builders/manager.ts'
import {
  motorInFrench,
  termLifeInEnglish,
  termLifeInGerman,
  travelInItalian,
} from '../builders/tariff-workbooks.ts'
import { sendParts } from '../builders/parts.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let seller: Seller
beforeAll(async () => {
  platform = await openTestPlatform()
  seller = sellerOn(platform)
})
afterAll(() => platform.close())

interface Draft {
  readonly drafted: boolean
  readonly problems: readonly { file: string; place: string; message: string; fix: string }[]
  readonly untaken: readonly { place: string; message: string; fix: string }[]
  readonly fields: readonly { name: string; validation: string; reasons: readonly string[] }[]
  readonly layout: {
    readonly inputs: readonly Candidate[]
    readonly outputs: readonly Candidate[]
    readonly amounts: string
  } | null
  readonly files: Readonly<Record<string, string>>
}

interface Candidate {
  readonly name: string
  readonly cell: string
  readonly reason: string
  readonly is_proposed: boolean
}

async function drafted(workbook: Uint8Array, options: JsonObject = {}): Promise<Draft> {
  const files = { 'pricing.xlsx': Buffer.from(workbook).toString('base64') }
  const response = await managerOn(platform).post('/manage/products/draft_from_workbook', {
    files,
    key: 'drafted',
    distributor: 'alpine-brokers',
    ...options,
  })
  expect(response.statusCode).toBe(200)
  return response.json<Draft>()
}

const fileOf = ({ files }: Draft, path: string) =>
  Buffer.from(files[path] ?? '', 'base64').toString()

const rulesOf = ({ fields }: Draft) =>
  Object.fromEntries(fields.map(({ name, validation }) => [name, validation]))

interface Case {
  readonly name: string
  readonly today: string
  readonly input: JsonObject
  readonly expect: { readonly outputs?: JsonObject }
}

const casesOf = (draft: Draft, path: string): Case[] =>
  // A draft writes a list of cases.
  parse(fileOf(draft, path) || '[]') as Case[]

const frequencies: Readonly<Record<number, string>> = { 12: 'month', 4: 'quarter', 2: 'half_year' }

interface Sold {
  readonly price: number
  readonly cover: string
}

/** Puts the draft on sale as it is, and sells one policy with the answers of a case. */
async function sold(draft: Draft, answers: JsonObject, planKey: string): Promise<Sold> {
  const manager = managerOn(platform)
  const pushed = await manager.post('/manage/products/push', { files: { ...draft.files } })
  expect(pushed.json<{ problems?: unknown }>().problems).toBeUndefined()
  const { product_id: id, product_version_id: version } = pushed.json<Record<string, string>>()
  await manager.post(`/manage/product_versions/${version}/publish`)
  const product = (await manager.get(`/manage/products/${id}`)).json<{
    items: { id: string }[]
    payment_plans: { id: string; key: string }[]
    integrations: { id: string }[]
  }>()
  const body = {
    item_id: product.items[0]?.id ?? '',
    integration_id: product.integrations[0]?.id ?? '',
    subscription_plan_id: product.payment_plans.find(({ key }) => key === planKey)?.id ?? '',
    data: answers,
  }
  const quote = await seller.quote({ body })
  expect(quote.json()).toMatchObject({ token: expect.any(String) })
  const policy = await soldPolicy(seller, { quote: { body }, offer: { data: {} } })
  const { start_date: start, end_date: end } = (await seller.get(`/policies/${policy.id}`)).json<{
    start_date: string
    end_date: string | null
  }>()
  return {
    price: quote.json<{ gross_payment_amount: number }>().gross_payment_amount,
    cover: `${dayOf(start)} to ${end === null ? 'whenever' : dayOf(end)}`,
  }
}

const dayOf = (moment: string) =>
  Temporal.Instant.from(moment).toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString()

/** What most of these workbooks do not say. */
const asked = { start: 'ask', term: 'P1Y' }
const yearly = { term: 'P1Y', pay: 'year', renewal: 'automatic' }

const fixture = (name: string) =>
  readFile(new URL(`../workbooks/fixtures/${name}.xlsx`, import.meta.url))

describe('a workbook becomes a product that sells at the price that was saved in it', () => {
  it.each<[string, () => Uint8Array | Promise<Uint8Array>, Record<string, string>, string]>([
    ['motor', () => fixture('motor'), { renewal: 'none' }, '2027-04-01 to 2028-03-31'],
    ['household', () => fixture('household'), { renewal: 'automatic' }, '2027-03-31 to 2028-03-30'],
    ['pet', () => fixture('pet'), { renewal: 'automatic' }, '2027-04-01 to whenever'],
    ['term-life', () => fixture('term-life'), { renewal: 'none' }, '2027-05-01 to 2047-04-30'],
    ['travel', () => fixture('travel'), { renewal: 'none' }, '2027-07-10 to 2027-07-24'],
    ['lists on other sheets', listsElsewhere, yearly, '2027-04-01 to 2028-03-31'],
    ['an Excel table', withTable, { ...asked, renewal: 'none' }, '2027-03-01 to 2028-02-29'],
    ['named cells', namedCells, { start: 'ask', pay: 'once' }, '2027-03-01 to 2027-03-07'],
    [
      'no layout at all',
      withoutLayout,
      { start: 'today', term: 'open', pay: 'year', renewal: 'none' },
      '2027-03-01 to whenever',
    ],
    ['a journey', travelInItalian, { pay: 'once' }, '2027-04-01 to 2027-04-14'],
  ])('%s', async (name, workbook, options, cover) => {
    const key = name.replaceAll(' ', '-').toLowerCase()
    const draft = await drafted(await workbook(), { key, ...options })
    expect(draft.problems).toEqual([])
    const [saved] = casesOf(draft, 'tests/as-saved.yaml')
    const outputs = saved?.expect.outputs ?? {}
    const plan = frequencies[Number(outputs['billing_cycles'] ?? 1)] ?? options['pay'] ?? 'once'
    expect(await sold(draft, saved?.input ?? {}, plan)).toEqual({
      cover,
      price:
        outputs['gross_payment_amount'] ??
        outputs['gross_premium'] ??
        Number(outputs['net_premium']) * 1.19,
    })
    const corners = casesOf(draft, 'tests/corners.yaml')
    expect(corners.length).toBeGreaterThan(0)
    for (const corner of corners) expect(corner.name).toMatch(/^recorded: /)
  })
})

describe('how a product from a workbook is sold', () => {
  it.each([
    ['English', termLifeInEnglish, 'Monthly', 'Quarterly', 'payment_frequency'],
    ['German', termLifeInGerman, 'monatlich', 'vierteljährlich', 'zahlweise'],
  ])(
    'is found in %s: the first day, the term, and the plan by the answer that says it',
    async (language, workbook, month, quarter, question) => {
      const draft = await drafted(workbook(), {
        key: `life-${language}`.toLowerCase(),
        tax_rate: 0,
      })
      expect(draft.problems).toEqual([])
      const page = parse(fileOf(draft, 'checkout.yaml')) as JsonObject
      expect(page).toMatchObject({
        plan_question: { name: question, answers: { month, quarter } },
      })
      const [saved] = casesOf(draft, 'tests/as-saved.yaml')
      const answers = saved?.input ?? {}
      const cover = '2027-04-01 to 2047-03-31'
      expect(await sold(draft, answers, 'month')).toEqual({ price: 4926, cover })
      const inQuarters = { ...answers, [question]: quarter }
      // 563.00 with the surcharge of 3 %, in four payments.
      expect(await sold(draft, inQuarters, 'quarter')).toEqual({ price: 14_497, cover })
      // Nobody pays a month's instalment every quarter.
      await expect(sold(draft, answers, 'quarter')).rejects.toThrow()
    },
  )

  it('shares the premium of a year among its payments, and renews by itself', async () => {
    const options = {
      key: 'auto',
      term: 'P1Y',
      pay: 'month,year',
      renewal: 'automatic',
    }
    const draft = await drafted(motorInFrench(), options)
    expect(draft.problems).toEqual([])
    expect(parse(fileOf(draft, 'product.yaml'))).toMatchObject({
      payment_plans: [{ key: 'month' }, { key: 'year' }],
      renewal: { kind: 'automatic', set: { date_d_effet: 'start' } },
    })
    expect(parse(fileOf(draft, 'checkout.yaml'))).toMatchObject({
      plan_question: 'payment_frequency',
      plans: { month: 'Monthly', year: 'Yearly' },
      fields: { bonus_malus: { label: 'Bonus-malus', percent: true } },
    })
    const [saved] = casesOf(draft, 'tests/as-saved.yaml')
    const answers = saved?.input ?? {}
    const cover = '2027-04-01 to 2028-03-31'
    expect(await sold(draft, answers, 'month')).toEqual({ price: 4514, cover })
    const atOnce = { ...answers, payment_frequency: 'year' }
    expect(await sold(draft, atOnce, 'year')).toEqual({ price: 54_162, cover })
  })

  it('is never cover without an end for a single payment, unless somebody confirms it', async () => {
    const options = { key: 'home', start: 'ask', term: 'open', pay: 'once', renewal: 'none' }
    const refused = await drafted(withoutLayout(), options)
    expect(refused).toMatchObject({ drafted: false, files: {} })
    expect(refused.problems).toEqual([
      expect.objectContaining({
        place: 'single_payment',
        fix: expect.stringContaining('--allow-single-payment-for-open-cover'),
      }),
    ])
    const confirmed = { ...options, allow_single_payment_for_open_cover: true }
    expect(await drafted(withoutLayout(), confirmed)).toMatchObject({ drafted: true })
  })

  it('has to be said where the workbook does not say it, with the option that says it', async () => {
    const draft = await drafted(withoutLayout(), { key: 'home' })
    expect(draft.drafted).toBe(false)
    expect(draft.problems.map(({ place, fix }) => [place, /--[a-z-]+/.exec(fix)?.[0]])).toEqual([
      ['start', '--start'],
      ['term', '--term'],
      ['pay', '--pay'],
    ])
    const almost = { key: 'home', start: 'ask', term: 'P1Y', pay: 'month' }
    const left = (await drafted(withoutLayout(), almost)).problems.map(({ place }) => place)
    expect(left).toEqual(['premium_for', 'renewal'])
  })

  it.each<[JsonObject, string]>([
    [{ start: 'zone' }, 'zone is not a question that is answered with a day.'],
    [{ term: 'for ever' }, 'for ever is neither a length of cover nor a question'],
    [{ pay: 'weekly' }, 'weekly names neither payment plans nor a question'],
    [{ pay: 'month', premium_for: 'decade' }, 'decade is neither payment nor year.'],
    [{ pay: 'month,year', premium_for: 'payment' }, 'cannot be the payment of month and of year'],
    [{ renewal: 'perhaps' }, 'perhaps is not a kind of renewal.'],
  ])('is refused where it is said in words that mean nothing: %o', async (options, word) => {
    const draft = await drafted(withoutLayout(), { key: 'home', ...asked, ...yearly, ...options })
    expect(draft.problems.map(({ message }) => message)).toEqual([expect.stringContaining(word)])
  })

  it('cannot be said beside a workbook that puts it out itself', async () => {
    const draft = await drafted(await fixture('motor'), { ...asked, pay: 'year', renewal: 'none' })
    expect(draft.problems.map(({ place }) => place)).toEqual(['start', 'term', 'pay'])
  })
})

describe('the rules of a drafted product', () => {
  it('come from data validation, also where it points at other sheets', async () => {
    const draft = await drafted(listsElsewhere(), { key: 'lists', ...yearly })
    expect(rulesOf(draft)).toEqual({
      floor_space: 'integer|required|min:10|max:400',
      cover: 'string|required|in:basic,comfort,premium',
      policy_start_date: 'iso_date|required|after_or_equal:today',
    })
    const { quote } = JSON.parse(fileOf(draft, 'quote.json')) as { quote: { comment: string }[] }
    expect(quote[0]?.comment).toContain(
      'integer, min:10, max:400: data validation of Calculator!C8.',
    )
    expect(fileOf(draft, 'checkout.yaml')).toContain('help: Of all rooms together')
    expect(fileOf(draft, 'product.yaml')).toContain('commission_rate: 0.15')
  })

  it('come from tables and conditions, and plans from the payments', async () => {
    const draft = await drafted(withTable(), {
      key: 'table',
      start: 'today',
      term: 'P1Y',
      renewal: 'none',
    })
    expect(rulesOf(draft)).toEqual({
      species: 'string|required|in:dog,cat',
      age: 'integer|required|min:0|lt:12',
      chipped: 'boolean|required',
    })
    expect(fileOf(draft, 'product.yaml')).toContain('frequency: month')
  })

  it('are in the test cases at their edges, refusals and knockouts included', async () => {
    const draft = await drafted(namedCells(), { key: 'named', start: 'today', pay: 'once' })
    expect(rulesOf(draft)).toEqual({
      destination: 'string|required|in:europe,world',
      days: 'integer|required|lt:91|min:1',
    })
    expect(casesOf(draft, 'tests/corners.yaml').map(({ expect: expected }) => expected)).toEqual([
      { outputs: { gross_payment_amount: 2240, premium_tax: 358, net_premium: 1882 } },
      { outputs: { gross_payment_amount: 150, premium_tax: 24, net_premium: 126 } },
      { errors: ['days:lt'] },
      { errors: ['days:min'] },
    ])
  })
})

describe('a workbook without a layout', () => {
  const proposed = (cells: readonly Candidate[] = []) =>
    Object.fromEntries(
      cells.flatMap(({ name, cell, is_proposed }) => (is_proposed ? [[name, cell]] : [])),
    )

  it('is proposed one, from labels, colours, data validation and what depends on what', async () => {
    const draft = await drafted(withoutLayout(), {
      key: 'hausrat',
      ...asked,
      ...yearly,
      start: 'today',
    })
    expect(draft.layout?.amounts).toBe('major')
    expect(proposed(draft.layout?.inputs)).toEqual({
      wohnflache: 'Tarif!B3',
      zone: 'Tarif!B4',
      elementarschaden: 'Tarif!B5',
    })
    expect(proposed(draft.layout?.outputs)).toEqual({
      gross_premium: 'Tarif!B11',
      premium_tax: 'Tarif!B10',
    })
    expect(draft.layout?.inputs).toContainEqual(
      expect.objectContaining({ name: 'mindestpramie', cell: 'Tarif!B14', is_proposed: false }),
    )
    expect(rulesOf(draft)).toEqual({
      wohnflache: 'integer|required|min:10|max:400',
      zone: 'string|required|in:A,B,C',
      elementarschaden: 'boolean|required',
    })
    expect(fileOf(draft, 'checkout.yaml')).toContain('label: Wohnfläche (m²)')
  })

  it('takes another layout that somebody says, and amounts in cents', async () => {
    const draft = await drafted(withoutLayout(), {
      key: 'hausrat',
      ...yearly,
      start: 'today',
      inputs: { area: 'Tarif!B3', zone: 'Tarif!$B$4', least: 'Tarif!B14' },
      without: ['elementarschaden'],
      outputs: { net_premium: 'Tarif!B9' },
      tax_rate: 0.07,
      amounts: 'minor',
    })
    expect(Object.keys(rulesOf(draft))).toEqual(['area', 'zone', 'least'])
    const [saved] = casesOf(draft, 'tests/as-saved.yaml')
    expect(saved?.expect.outputs).toMatchObject({ net_premium: 115, tax_rate: 0.07 })
  })

  it.each<[string, JsonObject, string]>([
    ['the tax is missing', { outputs: { gross_premium: 'Tarif!B11' } }, '--tax-rate 0.19'],
    ['there is no premium', { outputs: { total: 'Tarif!B11' } }, 'no premium'],
    ['a cell is not there', { inputs: { area: 'Nowhere!B3' } }, 'no cell Nowhere!B3'],
    ['a name is none', { inputs: { 'a b': 'Tarif!B3' } }, 'is not a name'],
    [
      'an output is blank',
      { outputs: { net_premium: 'Tarif!Z9', premium_tax: 'Tarif!B10' } },
      'has no value',
    ],
  ])('gets a list of what is missing, with the proposal: %s', async (_what, options, word) => {
    const draft = await drafted(withoutLayout(), { key: 'hausrat', ...options })
    expect(draft).toMatchObject({ drafted: false, files: {} })
    expect(draft.layout?.inputs.length).toBeGreaterThan(2)
    expect(JSON.stringify(draft.problems)).toContain(word)
    expect(draft.problems.length).toBeGreaterThan(0)
  })

  it('is said in parts as well', async () => {
    const response = await sendParts(platform, '/manage/products/draft_from_workbook', [
      ['files', 'tarif.xlsx', Buffer.from(withoutLayout())],
      ['key', null, 'hausrat'],
      ['distributor', null, 'alpine-brokers'],
      ['outputs', null, '{"net_premium":"Tarif!B9"}'],
      ['tax_rate', null, '0.19'],
      ['without', null, '["zone"]'],
      ...Object.entries({ ...asked, ...yearly }).map(
        ([name, value]) => [name, null, value] as [string, null, string],
      ),
    ])
    expect(response.json<Draft>()).toMatchObject({ drafted: true, problems: [] })
  })

  it('cannot be said beside a workbook that has one', async () => {
    const draft = await drafted(namedCells(), { inputs: { days: 'Quote!B3' } })
    expect(draft.problems[0]?.message).toContain('already names its inputs and outputs')
  })

  it.each<[string, Record<string, GivenCell>, string]>([
    ['nothing in it', {}, 'No cell looks like an input'],
    ['notes alone', { A1: 'Remember the milk', B2: 7 }, 'No cell looks like an input'],
    ['formulas over nothing', { A1: 'Sum', B1: '=1+1' }, 'No cell looks like an input'],
    [
      'nothing that a customer could be asked',
      { A1: 'Net premium', B1: '=Z9*2', A2: 'Tax', B2: '=ROUND(B1*0.19,2)' },
      'No cell looks like an input',
    ],
    [
      'thousands of inputs',
      Object.fromEntries([
        ...Array.from({ length: 2000 }, (_, at) => [`A${at + 1}`, at]),
        ['C1', 'Premium'],
        ...Array.from({ length: 2000 }, (_, at) => [`D${at + 1}`, `=A${at + 1}+D${at + 2}`]),
      ]),
      '2001 single cells',
    ],
  ])('becomes nothing where it has %s', async (_what, cells, word) => {
    const draft = await drafted(buildXlsx({ sheets: { Sheet1: sheetOf(cells) } }))
    expect(draft.drafted).toBe(false)
    expect(JSON.stringify(draft.problems)).toContain(word)
  })
})

describe('what a workbook was saved with', () => {
  const of = (start: GivenCell) =>
    buildXlsx({
      styles:
        '<numFmts count="1"><numFmt numFmtId="164" formatCode="dd.mm.yyyy"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>',
      afterSheets:
        '<definedNames><definedName name="in_start">Quote!$B$1</definedName><definedName name="out_gross_premium">Quote!$B$2</definedName><definedName name="out_tax_rate">Quote!$B$3</definedName></definedNames>',
      sheets: { Quote: sheetOf({ B1: start, B2: ['=1000+YEAR(B1)', 3027], B3: 0.19 }) },
    })

  it('is a test case, and where it cannot be one, that is reported', async () => {
    const day = await drafted(of([46_447, null, 1]), yearly)
    expect(casesOf(day, 'tests/as-saved.yaml')).toHaveLength(1)
    expect(day.untaken).toEqual([])
    const moment = await drafted(of([46_447.75, null, 1]), yearly)
    expect(casesOf(moment, 'tests/as-saved.yaml')).toEqual([])
    expect(JSON.stringify(moment.untaken)).toContain('Its price is in no test case')
  })
})

describe('a workbook that becomes no product', () => {
  it.each([
    ['no workbook', Buffer.from('age;price'), {}, 'not an .xlsx'],
    ['cut off', namedCells().subarray(0, 900), {}, 'damaged'],
    ['sold by nobody', namedCells(), { distributor: 'nobody' }, 'no distributor'],
    ['without a key', namedCells(), { key: '-' }, '-'],
    ['in a money that is none', namedCells(), { currency: 'EURO' }, 'EURO'],
    ['on a clock that is none', namedCells(), { time_zone: 'Mars/Olympus' }, 'Mars/Olympus'],
  ])('is refused with the reason: %s', async (_what, workbook, options, word) => {
    const draft = await drafted(workbook, { start: 'ask', pay: 'once', ...options })
    expect(draft).toMatchObject({ drafted: false, files: {}, fields: [] })
    expect(JSON.stringify(draft.problems)).toContain(word)
    for (const { fix } of draft.problems) expect(fix).not.toBe('')
  })
})

describe('a workbook whose answers were left blank', () => {
  it('is drafted all the same, and reports where the first answers have no price', async () => {
    const list =
      '<dataValidations count="1"><dataValidation type="list" showErrorMessage="1" sqref="B1"><formula1>"a,b"</formula1></dataValidation></dataValidations>'
    const cells: Record<string, GivenCell> = {
      A1: 'Class',
      A2: 'Sum',
      B2: 100,
      D1: 'b',
      E1: 2,
      A4: 'Tax',
      B4: ['=B5/11', null],
      A5: 'Gross premium',
      B5: ['=B2*VLOOKUP(B1,D1:E1,2,FALSE)', null],
    }
    const workbook = buildXlsx({ sheets: { Q: sheetPart(cells, list) } })
    const draft = await drafted(workbook, { ...asked, ...yearly })
    expect(draft).toMatchObject({ drafted: true, problems: [] })
    expect(JSON.stringify(draft.untaken)).toContain('The calculation fails with the first answers')
  })
})
