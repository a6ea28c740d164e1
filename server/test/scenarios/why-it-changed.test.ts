import { buildXlsx, sheetOf } from '@bindery/spreadsheet/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ClockId, JsonObject, PolicyId, ProductVersionId } from '../../src/kernel/index.ts'
import { openSecret } from '../../src/policies/index.ts'
import { publishProduct, pushProduct } from '../../src/products/index.ts'
import { newClock } from '../builders/clock.ts'
import { demoAccount } from '../builders/credentials.ts'
import { type FileChanges, publishedDraft } from '../builders/draft.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { exampleFolder, leaveOut } from '../builders/folder.ts'
import { renewalsOn } from '../builders/renewals.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let first: ProductVersionId
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  const secretKey = platform.demo.insurer.test.secret
  const insurer = sellerOn(platform, { product: 'bike', secretKey })
  const { id } = await soldPolicy(insurer)
  first = (await transactionsOn(platform, insurer).view(id))[
    'product_version_id'
  ] as ProductVersionId
})
// Each story begins with the tariff of the example.
beforeEach(async () => {
  await publishProduct(platform, await demoAccount(platform, 'demo-insurance'), first)
  await platform.feed.caughtUp()
})
afterAll(() => platform.close())

interface PriceChange {
  readonly effective_date: string
  readonly before: PriceSide
  readonly after: PriceSide
  readonly difference: number
  readonly summary: string
  readonly shares: readonly {
    readonly cause: string
    readonly place: string | null
    readonly before: unknown
    readonly after: unknown
    readonly amount: number
    readonly summary: string
  }[]
  readonly outputs: readonly { readonly output: string; before: unknown; after: unknown }[]
}
interface PriceSide {
  readonly version_id: string | null
  readonly cover: string
  readonly renewal: string | null
  readonly gross_payment_amount: number
  readonly product_version_id: string | null
}

interface Stage {
  readonly id: string
  readonly clock: ClockId
  readonly seller: Seller
  readonly transactions: ReturnType<typeof transactionsOn>
  readonly renewals: ReturnType<typeof renewalsOn>
}

/** A bike of 2,500 francs, three years old in the second year of its cover from 1 June 2031 on. */
async function bike(data: JsonObject = {}): Promise<Stage> {
  const clock = await newClock(platform, '2031-05-01T09:00:00Z')
  const secretKey = platform.demo.insurer.test.secret
  const seller = sellerOn(platform, { product: 'bike', clock, secretKey })
  const answers = { start_date: '2031-06-01', purchase_date: '2029-04-01', damage_cover: true }
  const { id } = await soldPolicy(seller, { quote: { data: { ...answers, ...data } } })
  const transactions = transactionsOn(platform, seller)
  return { id, clock, seller, transactions, renewals: renewalsOn(platform, seller, clock) }
}

async function why({ seller, id }: Stage, query = '', language = 'en'): Promise<PriceChange> {
  const headers = { 'accept-language': language }
  const response = await seller.get(`/policies/${id}/why${query}`, headers)
  expect(response.statusCode, response.body).toBe(200)
  const change = response.json<PriceChange>()
  const { before, after, difference, shares } = change
  expect(difference).toBe(after.gross_payment_amount - before.gross_payment_amount)
  expect(shares.reduce((sum, { amount }) => sum + amount, 0)).toBe(difference)
  expect(shares.map(({ amount }) => amount)).not.toContain(0)
  return change
}

async function refused({ seller, id }: Stage, query: string): Promise<[number, string]> {
  const response = await seller.get(`/policies/${id}/why${query}`)
  return [response.statusCode, response.json<{ message: string }>().message]
}

async function changed(stage: Stage, data: JsonObject, day?: string): Promise<string> {
  const { token } = await stage.transactions.quoteEndorsement(stage.id, data, day)
  const version = await stage.transactions.endorse(stage.id, {
    quote_token: token,
    ...(day !== undefined && { effective_date: day }),
  })
  return version.version_id
}

const summaries = ({ shares }: PriceChange) =>
  shares.map((share) => share.summary.replaceAll(/\s/g, ' '))
const causes = ({ shares }: PriceChange) => shares.map(({ cause, place }) => [cause, place])

/** What the insurer says a year later: thefts, and yards, have become dearer. */
const dearer: FileChanges = {
  'tables/theft-rates.csv': (text) => text.replace('100000,5.4', '100000,5.9'),
  'pricing.yaml': (text) => text.replace('"courtyard", 1,', '"courtyard", 1.1,'),
}
const toNotice = '2032-04-17T12:00:00Z'

describe('why a price changed', () => {
  it('is explained for an endorsement, answer by answer in the order of the product', async () => {
    const stage = await bike()
    const { version_id: sold } = await stage.transactions.view(stage.id)
    const version = await changed(stage, { deductible: 20_000, canton: 'UR' }, '2031-09-01')
    const change = await why(stage)
    expect(change).toMatchObject({
      effective_date: '2031-09-01',
      before: { version_id: sold, cover: 'cover', product_version_id: first },
      after: { version_id: version, renewal: null, product_version_id: first },
      shares: [
        { cause: 'answer', place: 'canton', before: 'ZH', after: 'UR' },
        { cause: 'answer', place: 'deductible', before: 10_000, after: 20_000 },
        // The tax of each is shown in whole Rappen.
        { cause: 'rounding', place: null, amount: 1 },
      ],
    })
    expect(change.difference).toBeLessThan(0)
    expect(change.summary).toMatch(
      /^The price falls from CHF\s\S+ to CHF\s\S+ on 1 September 2031: -CHF/,
    )
    expect(summaries(await why(stage, '', 'de-CH'))).toEqual([
      'Kanton von Zürich auf Uri',
      'Selbstbehalt von 100,00 CHF auf 200,00 CHF',
      'Rundung',
    ])
    expect(summaries(await why(stage, '?language=fr', 'de'))).toContain('Canton de Zurich à Uri')
    // The other way round is the same taken back.
    const back = await why(stage, `?from=${version}&to=${sold}`)
    expect([back.difference, back.effective_date]).toEqual([-change.difference, '2031-09-01'])
  })

  it('is explained for a renewal on a new tariff: cells, then the age that a day brings', async () => {
    const stage = await bike()
    const tariff = await publishedDraft(platform, 'bike', dearer)
    await stage.renewals.advance(toNotice)
    const offered = await why(stage)
    expect(offered).toMatchObject({
      effective_date: '2032-06-01',
      before: { product_version_id: first },
      after: { version_id: null, renewal: 'offered', product_version_id: tariff },
    })
    expect(causes(offered)).toEqual([
      ['cell', 'tables/theft-rates.csv row 3'],
      ['cell', 'step parking_factor'],
      ['days', null],
      ...offered.shares.filter(({ cause }) => cause === 'rounding').map(() => ['rounding', null]),
    ])
    expect(summaries(offered).slice(0, 3)).toEqual([
      'rate of 100000 from 5.4 to 5.9 (tables/theft-rates.csv row 3)',
      expect.stringMatching(/^parking_factor from SWITCH.* to SWITCH.* \(step parking_factor\)$/),
      expect.stringMatching(/^day of pricing from \d+ \w+ 2031 to 1 June 2032$/),
    ])
    const renewal = await stage.renewals.show(stage.id)
    expect([offered.before.gross_payment_amount, offered.after.gross_payment_amount]).toEqual([
      renewal.gross_payment_amount_before,
      renewal.gross_payment_amount,
    ])
    await stage.renewals.decide(stage.id, 'accept')
    await stage.renewals.advance('2032-06-01T12:00:00Z')
    const done = await why(stage)
    expect(done.shares).toEqual(offered.shares)
    expect(done.after.version_id).toBe((await stage.transactions.view(stage.id)).version_id)
    expect(await refused(stage, '?to=renewal')).toEqual([
      409,
      expect.stringContaining('offered yet'),
    ])
  })

  it('is explained to customers without what is the insurer’s', async () => {
    const stage = await bike()
    await publishedDraft(platform, 'bike', dearer)
    await stage.renewals.advance(toNotice)
    const whole = await why(stage)
    const passedOn = await why(stage, '?view=customer')
    const own = whole.shares.filter(({ cause }) => cause === 'cell')
    expect(causes(passedOn)[0]).toEqual(['tariff', null])
    expect(passedOn.shares[0]?.amount).toBe(own.reduce((sum, { amount }) => sum + amount, 0))
    expect(passedOn.after).toMatchObject({ version_id: null, product_version_id: null })
    expect(JSON.stringify(passedOn)).not.toMatch(/theft-rates|parking_factor|5\.9/)
    const place = { policyId: stage.id as PolicyId, kind: 'renewal', subject: '' } as const
    const token = await openSecret(platform, place)
    const byLink = (query: string) =>
      platform.app.inject({ url: `/policies/${stage.id}/why?${query}` })
    const { version_id: version } = await stage.transactions.view(stage.id)
    // Whatever the bearer of the notice asks for, he sees the explanation of the renewal.
    const linked = await byLink(`token=${token}&view=insurer&from=${version}&to=${version}`)
    expect(linked.json()).toEqual(passedOn)
    expect((await byLink('token=guessed')).statusCode).toBe(404)
    const broker = sellerOn(platform, { product: 'bike' })
    expect(await why({ ...stage, seller: broker }, '?view=insurer')).toEqual(passedOn)
    const stranger = sellerOn(platform, { secretKey: platform.demo.other.test.secret })
    expect((await stranger.get(`/policies/${stage.id}/why`)).statusCode).toBe(404)
    const anybody = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
    expect((await anybody.get(`/policies/${stage.id}/why`)).statusCode).toBe(401)
  })

  it('is explained for a policy transaction that is still to be paid, for a correction, and for no change', async () => {
    const stage = await bike()
    const nothing = await why(stage)
    expect(nothing).toMatchObject({ difference: 0, shares: [] })
    expect(nothing.summary).toMatch(/^The price stays at CHF\s\S+\d\.$/)
    const proposed = await changed(stage, { deductible: 0 })
    expect(await why(stage)).toMatchObject({ difference: 0 })
    expect(causes(await why(stage, `?to=${proposed}`))).toEqual([['answer', 'deductible']])
    await changed(stage, { canton: 'UR' }, '2031-12-01')
    await stage.renewals.advance('2031-12-15T12:00:00Z')
    await changed(stage, { damage_cover: false }, '2031-11-20')
    const correction = await why(stage)
    expect(correction.effective_date).toBe('2031-11-20')
    expect(causes(correction)).toEqual([['answer', 'damage_cover']])
    // The proposal made way for them.
    expect(await refused(stage, `?to=${proposed}`)).toEqual([
      422,
      `Version ${proposed} is preempted: its price never took effect.`,
    ])
  })

  it('says so where there is no cover', async () => {
    const stage = await bike({ payment: 'once' })
    await changed(stage, { canton: 'UR' }, '2031-07-01')
    await stage.renewals.advance('2031-08-01T12:00:00Z')
    const { version_id: sold } = await stage.transactions.view(stage.id)
    const { version_id: cancelled } = await stage.transactions.cancel(stage.id, '2031-09-30')
    const ended = await why(stage, `?from=${sold}&to=${cancelled}`)
    expect(ended).toMatchObject({ difference: 0, shares: [], after: { cover: 'ended' } })
    expect(ended.summary).toContain('The policy has ended by this day')
    // The last change of the price was another transaction.
    expect(causes(await why(stage))).toEqual([['answer', 'canton']])
  })

  it('is explained across a gap, in which no day has cover and the price stays as agreed', async () => {
    const stage = await bike({ payment: 'once' })
    const { version_id: sold } = await stage.transactions.view(stage.id)
    await stage.renewals.advance('2031-08-01T12:00:00Z')
    await stage.transactions.cancel(stage.id, '2031-08-31')
    await stage.renewals.advance('2031-09-10T12:00:00Z')
    const { version_id: back, payment } = await stage.transactions.reinstate(stage.id, {
      gap: true,
    })
    await stage.transactions.pay(stage.id, payment?.token ?? '')
    expect((await stage.transactions.days(stage.id)).map(({ kind }) => kind)).toEqual([
      'cover',
      'gap',
      'cover',
    ])
    const across = await why(stage, `?from=${sold}&to=${back}`)
    expect(across).toMatchObject({ difference: 0, shares: [], after: { cover: 'gap' } })
    expect(across.summary).toContain('There is no cover on this day')
    // What is requested afterwards is explained as ever, also of a day in the gap.
    await changed(stage, { canton: 'UR' }, '2031-10-01')
    expect(causes(await why(stage))).toEqual([['answer', 'canton']])
    const corrected = await changed(stage, { deductible: 0 }, '2031-09-05')
    const inGap = await why(stage, `?to=${corrected}`)
    expect(inGap.before.cover).toBe('gap')
    expect(causes(inGap)).toEqual([['answer', 'deductible']])
  })

  it('what is no price of the policy is refused', async () => {
    const [stage, other] = [await bike(), await bike()]
    const { version_id: version } = await stage.transactions.view(stage.id)
    const { version_id: foreign } = await other.transactions.view(other.id)
    expect(await refused(stage, `?to=${foreign}`)).toEqual([404, expect.stringContaining(foreign)])
    for (const bad of ['nonsense', 'tpv_', "' or 1=1 --", '%00', 'tpol_1']) {
      expect((await refused(stage, `?from=${encodeURIComponent(bad)}`))[0], bad).toBe(404)
    }
    expect(await refused(stage, `?to=${version}`)).toEqual([
      422,
      `Version ${version} is the first of its policy. Name the version to compare it with as \`from\`.`,
    ])
    expect((await refused(stage, '?to=renewal'))[0]).toBe(409)
    expect((await refused(stage, '?view=everything'))[0]).toBe(400)
  })

  it('is structure where the calculation is another one, of a workbook too', async () => {
    const stage = await bike()
    await publishedDraft(platform, 'bike', {
      'pricing.yaml': (text) =>
        text
          .replace('  bike_age:', '  flat_fee: 990\n  bike_age:')
          .replace('MAX(tariff_premium, 4500)', 'MAX(tariff_premium, 4500) + flat_fee'),
    })
    await stage.renewals.advance(toNotice)
    const change = await why(stage)
    expect(causes(change)).toContainEqual(['structure', null])
    expect(summaries(change)).toContain('calculation method')
  })

  it('is explained for workbooks by the words around their cells', async () => {
    await publishedWorkbook({ theft: 0.054, repair: 0.025 })
    const stage = await bike()
    await publishedWorkbook({ theft: 0.059, repair: 0.027 })
    await stage.renewals.advance(toNotice)
    const change = await why(stage)
    expect(summaries(change)).toEqual([
      'rate of "theft" from 0.054 to 0.059 (Rates!B2)',
      'rate of "repair" from 0.025 to 0.027 (Rates!B3)',
    ])
    expect(change.shares.map(({ amount }) => amount)).toEqual([945, 378])
    expect(summaries(await why(stage, '?language=it'))[0]).toBe(
      'rate di "theft" da 0,054 a 0,059 (Rates!B2)',
    )
  })
})

/** The same product, priced by a workbook with two rates. */
async function publishedWorkbook({ theft, repair }: { theft: number; repair: number }) {
  const files = new Map(await exampleFolder('bike', { 'pricing.yaml': null }))
  leaveOut(files, (path) => path.startsWith('tests/'))
  files.set(
    'pricing.xlsx',
    buildXlsx({
      sheets: {
        Inputs: sheetOf({ A1: 'bike_price', B1: 180_000, A2: 'start_date', B2: 48_000 }),
        Outputs: sheetOf({
          A1: 'net_premium',
          B1: '=Inputs!B1*Rates!B2+Inputs!B1*Rates!B3',
          A2: 'tax_rate',
          B2: 0.05,
          A3: 'duration_strategy',
          B3: 'start_plus_duration',
          A4: 'policy_start_date',
          B4: '=Inputs!B2',
          A5: 'policy_duration',
          B5: 'P1Y',
        }),
        Rates: sheetOf({
          A1: 'peril',
          B1: 'rate',
          A2: 'theft',
          B2: theft,
          A3: 'repair',
          B3: repair,
        }),
      },
    }),
  )
  const insurer = await demoAccount(platform, 'demo-insurance')
  const pushed = await pushProduct(platform, insurer, files)
  if (!pushed.ok) throw new Error(JSON.stringify(pushed.problems))
  await publishProduct(platform, insurer, pushed.versionId)
  await platform.feed.caughtUp()
}
