import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ClockId, JsonObject } from '../../src/kernel/index.ts'
import { billedAs } from '../builders/billed.ts'
import { newClock } from '../builders/clock.ts'
import { pushedDraft } from '../builders/draft.ts'
import { managerOn } from '../builders/manager.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { renewalsOn } from '../builders/renewals.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { everyRow } from '../support/every-row.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => void (platform = await openTestPlatform({ leavesDocuments: true })))
afterAll(() => platform.close())

async function sold(product: string, at: string, quote: JsonObject, more: JsonObject = {}) {
  const clock = await newClock(platform, at)
  const secretKey = platform.demo.insurer.test.secret
  const seller = sellerOn(platform, { product, clock, secretKey })
  const { id } = await soldPolicy(seller, { quote: { data: quote, ...more } })
  const transactions = transactionsOn(platform, seller)
  const renewals = renewalsOn(platform, seller, clock)
  const accept = (token: string) =>
    seller.post(`/policies/${id}/renewal/accept?preview_token=${encodeURIComponent(token)}`, {})
  const look = (given: JsonObject = {}) => transactions.preview(id, { renewal: given })
  return { id, clock, seller, transactions, renewals, accept, look }
}

/** A bike insured for a year from 1 June 2031 on, and a company without an end from 1 March 2031 on. */
const bike = () =>
  sold('bike', '2031-05-01T09:00:00Z', { start_date: '2031-06-01', purchase_date: '2031-04-01' })
const company = () => sold('cyber', '2031-02-01T09:00:00Z', { policy_start_date: '2031-03-01' })

async function publishOn(clock: ClockId, product_version_id: string): Promise<void> {
  const path = `/manage/clocks/${clock}/publish`
  const published = await managerOn(platform).post(path, { product_version_id })
  expect(published.statusCode, published.body).toBe(200)
}

/** On which day a key was last used is written down when somebody asks with it, whatever for. */
const rows = async () => (await everyRow(platform)).filter((row) => !row.startsWith('(key_'))

it('shows the next year before its notice, writes nothing, and the year comes as it was shown', async () => {
  const { id, renewals, accept, look, transactions } = await bike()
  await renewals.advance('2032-04-01T09:00:00Z')
  const before = await rows()
  const early = await look()
  expect(await rows()).toEqual(before)
  await renewals.advance('2032-05-02T09:00:00Z')
  const preview = await look()
  const offered = await renewals.show(id)
  const { gross_payment_amount: price, product_version_id } = offered
  const [year] = preview.charges
  expect(preview).toMatchObject({
    transaction: 'renewal',
    effective_date: '2032-06-01',
    termination_date: null,
    renewal: {
      state: 'offered',
      kind: 'on_acceptance',
      first_day: '2032-06-01',
      last_day: '2033-05-31',
      gross_payment_amount_before: offered.gross_payment_amount_before,
      gross_payment_amount: price,
      product_version_id,
      is_estimate: false,
      problems: [],
    },
    charges: [{ first_day: '2032-06-01', last_day: '2033-05-31', amount: price }],
    invoice: { amount: price, arrears: 0, is_paid_first: false },
    refund: { amount: 0 },
  })
  expect(preview.timeline.before).toHaveLength(1)
  expect(preview.timeline.after).toEqual([
    ...preview.timeline.before,
    { first_day: '2032-06-01', kind: 'cover', gross_payment_amount: price },
  ])
  expect({ ...early, preview_token: '', expires_at: '' }).toEqual({
    ...preview,
    renewal: { ...preview.renewal, is_estimate: true },
    preview_token: '',
    expires_at: '',
  })
  const accepted = await accept(preview.preview_token)
  expect([accepted.statusCode, accepted.json()]).toMatchObject([200, { state: 'accepted' }])
  expect((await look()).renewal).toMatchObject({ state: 'accepted', gross_payment_amount: price })
  await renewals.advance('2032-06-01T09:00:00Z')
  const { version_id } = await transactions.view(id)
  expect((await transactions.charged(id, version_id)).charges).toEqual([year])
  const { invoices } = await billedAs(platform, id)
  const { amount = 0, due_date = null } = preview.invoice ?? {}
  expect(invoices.at(-1)).toMatch(new RegExp(`^${due_date} \\w+ \\d+/${amount}$`))
})

it('binds an acceptance to the tariff that was looked at', async () => {
  const { id, clock, renewals, accept, look } = await bike()
  await renewals.advance('2032-04-15T12:00:00Z')
  const { preview_token, renewal } = await look()
  const dearer = await pushedDraft(platform, 'bike', {
    'items/e-bike/pricing.yaml': (text) => text.replace(/tax_rate: .*/, 'tax_rate: 0.09'),
    'pricing.yaml': (text) => text.replace(/tax_rate: .*/, 'tax_rate: 0.09'),
  })
  await publishOn(clock, dearer)
  expect((await look()).renewal?.gross_payment_amount).toBeGreaterThan(
    renewal?.gross_payment_amount ?? Infinity,
  )
  await renewals.advance('2032-04-16T08:00:00Z')
  expect((await accept('')).statusCode).toBe(400)
  const refused = await accept(preview_token)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    412,
    { message: expect.stringContaining('would now differ from the preview') },
  ])
  expect((await renewals.show(id)).state).toBe('offered')
  const again = await accept((await look()).preview_token)
  expect([again.statusCode, again.json()]).toMatchObject([200, { product_version_id: dearer }])
})

it('shows what would block it, and what the next term would be with what is given for it', async () => {
  const { id, clock, seller, renewals, look } = await company()
  const asking = await pushedDraft(platform, 'cyber', {
    'quote.json': (text) =>
      text.replace(
        '"quote": [',
        '"quote": [\n{ "name": "second_factor", "path": "data", "validation": "boolean|required" },',
      ),
  })
  await publishOn(clock, asking)
  const blocked = await look()
  expect(blocked).toMatchObject({
    charges: [],
    invoice: null,
    documents: [],
    renewal: {
      state: 'blocked',
      kind: 'automatic',
      gross_payment_amount: null,
      product_version_id: asking,
      problems: [{ code: 'answer', field: 'second_factor', rules: ['required'] }],
    },
  })
  expect(blocked.timeline.after).toEqual(blocked.timeline.before)
  const given = { answers: { second_factor: true } }
  const { version_id } = (await seller.get(`/policies/${id}`)).json<{ version_id: string }>()
  const tooEarly = await seller.preview(id, version_id, { renewal: given })
  expect(tooEarly.statusCode).toBe(422)
  await renewals.advance('2032-01-10T10:00:00Z')
  const fixed = await look(given)
  expect(fixed.renewal).toMatchObject({ state: 'offered', problems: [] })
  expect((await renewals.show(id)).state).toBe('blocked')
  await renewals.retry(id, given)
  expect(await renewals.show(id)).toMatchObject({
    state: 'offered',
    gross_payment_amount: fixed.renewal?.gross_payment_amount,
  })
})
