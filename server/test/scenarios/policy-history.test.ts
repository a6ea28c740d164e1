import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { textAt } from '../contract/words.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'

let platform: TestPlatform
let insurer: Seller
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  insurer = sellerOn(platform, { product: 'bike', secretKey: platform.demo.insurer.test.secret })
})
afterEach(() => platform.clock.set(testStart))
afterAll(() => platform.close())

async function carriedOut(
  id: string,
  action: 'endorse' | 'cancel',
  body: JsonObject,
): Promise<void> {
  const policy = (await insurer.get(`/policies/${id}`)).json<JsonObject>()
  const response = await insurer[action](id, textAt(policy, 'version_id'), body)
  expect(response.statusCode, response.body).toBe(202)
  await platform.runDue()
}

/** With plain spaces: which kind of space a language takes is its own affair. */
async function summaries(id: string, language = 'en'): Promise<(string | null)[]> {
  const headers = { 'accept-language': language }
  const history = await insurer.get(`/manage/policies/${id}/history`, headers)
  const { versions } = history.json<{ versions: { summary: string | null }[] }>()
  return versions.map((version) => version.summary?.replaceAll(/\s/g, ' ') ?? null)
}

it('the history of a policy uses the words of insurers, in the language of the caller', async () => {
  const { id } = await soldPolicy(insurer, { quote: { data: { start_date: '2027-04-01' } } })
  await carriedOut(id, 'endorse', {
    data: { city: 'Basel', phone: '+41612671111' },
    email: 'luc@example.com',
    effective_date: '2027-05-01',
  })
  await carriedOut(id, 'cancel', { termination_date: '2027-03-20' })
  const english = await summaries(id)
  expect(english).toEqual([
    expect.stringMatching(/^sold from 1 April 2027 to 31 March 2028; CHF \d+\.\d\d charged$/),
    'city from Lausanne to Basel, phone from +41446681800 to +41612671111, ' +
      'email from luc.favre@example.com to luc@example.com from 1 May 2027',
    expect.stringMatching(/^cancelled to the end of 20 March 2027; CHF \d+\.\d\d credited$/),
  ])
  const amountIn = (text: string | null | undefined) => /CHF ([\d.]+)/.exec(text ?? '')?.[1]
  expect(amountIn(english[2])).toBe(amountIn(english[0]))
  expect((await summaries(id, 'de-CH, fr;q=0.5'))[2]).toMatch(
    /^gekündigt zum Ende des 20\. März 2027; /,
  )
  expect((await summaries(id, 'fr'))[0]).toMatch(/^vendue du 1 avril 2027 au 31 mars 2028; /)
  expect((await summaries(id, 'pt'))[1]).toBe(english[1])
})

it('a policy transaction that is still to be carried out has done nothing yet', async () => {
  const { id, version_id: version } = await soldPolicy(insurer, {
    quote: { data: { start_date: '2027-04-01' } },
  })
  await insurer.endorse(id, version, { data: { city: 'Basel' } })
  expect((await summaries(id))[1]).toBeNull()
  await platform.runDue()
  expect((await summaries(id))[1]).toBe('city from Lausanne to Basel from 1 April 2027')
})

interface Timeline {
  readonly version_id: string
  readonly ends_on: string | null
  readonly segments: readonly JsonObject[]
  readonly next_instalment: JsonObject | null
  readonly versions: readonly {
    readonly id: string
    readonly kind: string
    readonly charged: number
    readonly replaced: readonly JsonObject[]
  }[]
}
interface Comparison {
  readonly days: readonly JsonObject[]
  readonly periods: readonly { readonly difference: { readonly gross_payment_amount: number } }[]
  readonly total: { readonly gross_payment_amount: number }
}

async function read<Shown>(path: string): Promise<Shown> {
  const response = await insurer.get(`/manage/policies/${path}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<Shown>()
}

/** Moves to Basel from May on, and is cancelled two days later, before cover begins. */
async function movedAndCancelled(): Promise<string> {
  const { id } = await soldPolicy(insurer, { quote: { data: { start_date: '2027-04-01' } } })
  await carriedOut(id, 'endorse', { data: { city: 'Basel' }, effective_date: '2027-05-01' })
  platform.clock.set(Temporal.Instant.from('2027-03-03T12:00:00Z'))
  await carriedOut(id, 'cancel', { termination_date: '2027-03-20' })
  return id
}

const moved = { field: 'city', labels: { de: 'Ort' }, before: 'Lausanne', after: 'Basel' }

it('the timeline shows the days as they are, and as they were known before', async () => {
  const id = await movedAndCancelled()
  const now = await read<Timeline>(`${id}/timeline`)
  expect(now.segments.map((one) => [one['first_day'], one['last_day'], one['kind']])).toEqual([
    ['2027-04-01', '2027-04-30', 'ended'],
    ['2027-05-01', '2028-03-31', 'ended'],
  ])
  expect([now.ends_on, now.next_instalment]).toEqual(['2027-03-20', null])
  expect(now.versions.map(({ kind }) => kind)).toEqual(['offer', 'endorsement', 'cancellation'])
  expect(now.versions[1]?.replaced).toMatchObject([moved])
  const then = await read<Timeline>(`${id}/timeline?known_at=2027-03-02T12:00:00Z`)
  expect(then.segments.map((one) => [one['first_day'], one['kind']])).toEqual([
    ['2027-04-01', 'cover'],
    ['2027-05-01', 'cover'],
  ])
  expect([then.ends_on, then.versions.length, then.version_id]).toEqual([
    null,
    2,
    now.versions[1]?.id,
  ])
})

it('two versions are compared by days, fields and cents, whichever they are', async () => {
  const id = await movedAndCancelled()
  const { versions } = await read<Timeline>(`${id}/timeline`)
  const [offer, endorsed, cancelled] = versions.map((version) => version.id)
  const charged = versions.map((version) => version.charged)
  expect(charged).toEqual([-(charged[2] ?? 0), 0, expect.any(Number)])
  expect(charged[0]).toBeGreaterThan(0)
  const last = await read<Comparison>(`${id}/comparison`)
  expect(last.days.map((one) => [one['first_day'], one['last_day'], one['replaced']])).toEqual([
    ['2027-04-01', '2027-04-30', []],
    ['2027-05-01', '2028-03-31', []],
  ])
  expect(last.total.gross_payment_amount).toBe(charged[2])
  expect(last.periods.map(({ difference }) => difference.gross_payment_amount)).toEqual([
    charged[2],
  ])
  const move = await read<Comparison>(`${id}/comparison?from=${offer}&to=${endorsed}`)
  expect(move.days).toMatchObject([{ first_day: '2027-05-01', replaced: [moved] }])
  expect(move.total.gross_payment_amount).toBe(0)
  const both = await read<Comparison>(`${id}/comparison?from=${offer}&to=${cancelled}`)
  expect(both.days).toMatchObject([{ replaced: [] }, { replaced: [moved] }])
  const back = await read<Comparison>(`${id}/comparison?from=${cancelled}&to=${offer}`)
  expect(back.total.gross_payment_amount).toBe(charged[0])
  const none = await read<Comparison>(`${id}/comparison?from=${endorsed}&to=${endorsed}`)
  expect([none.days, none.total.gross_payment_amount]).toEqual([[], 0])
})
