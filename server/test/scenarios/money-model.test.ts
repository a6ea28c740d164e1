import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { InvoiceId, JsonObject, PaymentId, PolicyId } from '../../src/kernel/index.ts'
import type { PaymentProvider } from '../../src/payments/index.ts'
import { openSecret } from '../../src/policies/index.ts'
import { type Bank, type ChargeState, openBank } from '../builders/bank.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { moneyOf } from '../builders/money-of.ts'
import { type OfferCreated, madeOffer, sellerOn } from '../builders/sale.ts'
import { sandboxCallback } from '../builders/sandbox-callback.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'
import { eventsOf, tally } from './records.ts'
import { draws } from '../support/draws.ts'

/**
 * Whatever a bank answers, whenever and how often it calls back, whatever it collects and takes back,
 * and whatever the customer does meanwhile: once it can be asked again, our ledger and the bank's accounts hold the same money to the cent.
 */

let platform: TestPlatform
let sandbox: PaymentProvider
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  const found = platform.providers.get('sandbox')
  if (found === undefined) throw new Error('there is a sandbox')
  sandbox = found
})
afterAll(() => platform.close())

interface Story {
  readonly bank: Bank
  readonly offer: OfferCreated
  /** Payments that were made and that the bank then said had failed. */
  readonly contradicted: Set<string>
}

interface PaymentView {
  readonly id: string
  readonly status: string
  readonly provider: string
  readonly error_code: string | null
  readonly refunds: readonly {
    readonly id: string
    readonly status: string
    readonly amount: number
    readonly method: string
  }[]
}

type Step = (story: Story) => Promise<void>

const seller = () => sellerOn(platform)
const show = async (id: string) => (await seller().get(`/payments/${id}`)).json<PaymentView>()
const report = async (id: string, status: 'ok' | 'failed' | 'charged_back') => {
  const answer = await sandboxCallback(platform, { payment_id: id, status })
  expect(answer.statusCode).toBe(200)
}

const pay =
  (state: ChargeState | 'invoice'): Step =>
  async (story) => {
    if (state !== 'invoice') story.bank.next = state
    const card: JsonObject = state === 'invoice' ? {} : { provider: 'sandbox', method: 'card' }
    const answer = await seller().pay(story.offer, card)
    expect([200, 400, 422]).toContain(answer.statusCode)
  }

/** The customer pays an instalment that is open. */
const payOpen =
  (state: ChargeState): Step =>
  async ({ bank, offer }) => {
    const [open] = await platform.db.query<{ id: InvoiceId }>(sql`
      select id from invoices where policy_id = ${offer.id} and kind = 'instalment' and state = 'open'
      order by due_day, id limit 1`)
    if (open === undefined) return
    const policyId = offer.id as PolicyId // The platform has just given it.
    const place = { policyId, kind: 'invoice', subject: open.id } as const
    const payment_token = (await openSecret(platform, place)) ?? ''
    bank.next = state
    const card = { provider: 'sandbox', method: 'card' }
    const answer = await seller().pay({ id: offer.id, payment_token }, card)
    expect([200, 400, 422]).toContain(answer.statusCode)
  }
/** What becomes of the next instalments. */
const collects =
  (state: ChargeState): Step =>
  async ({ bank }) => {
    bank.next = state
  }

/** A step with one of the charges that the bank knows. */
const withCharge =
  (at: number, run: (story: Story, id: string) => Promise<void>): Step =>
  async (story) => {
    const ids = [...story.bank.charges.keys()]
    const id = ids[at % Math.max(ids.length, 1)]
    if (id !== undefined) await run(story, id)
  }

const confirm = (at: number) =>
  withCharge(at, async ({ bank }, id) => {
    if (bank.confirm(id)) await report(id, 'ok')
  })
const decline = (at: number) =>
  withCharge(at, async ({ bank }, id) => {
    if (bank.decline(id)) await report(id, 'failed')
  })
const repeat = (at: number) =>
  withCharge(at, async ({ bank }, id) => {
    const state = bank.charges.get(id)?.state
    if (state === 'authorised') return
    const isTakenBack = state === 'taken back'
    const status = isTakenBack ? 'charged_back' : state === 'captured' ? 'ok' : 'failed'
    await Promise.all([report(id, status), report(id, status)])
  })
const contradict = (at: number) =>
  withCharge(at, async (story, id) => {
    if ((await show(id)).status !== 'ok') return
    await report(id, 'failed')
    story.contradicted.add(id)
  })
const takeBack = (at: number) =>
  withCharge(at, async (story, id) => {
    // What was given back whole and then taken back is a person's; that has a test of its own.
    const isGivenBack = (await show(id)).refunds.some(({ method }) => method === 'whole')
    if (isGivenBack || !story.bank.takeBack(id)) return
    await report(id, 'charged_back')
    if ((await show(id)).error_code === 'charged_back') story.contradicted.delete(id)
  })
const mood =
  (of: Bank['mood']): Step =>
  async ({ bank }) => {
    bank.mood = of
  }
const wait =
  (hours: number): Step =>
  async () => {
    platform.clock.advance({ hours })
    await platform.runDue()
    if (hours > 24) await platform.handlers.sweep({})
  }
const sweep: Step = () => platform.handlers.sweep({})
const cancel: Step = async ({ offer }) => {
  const policy = (await seller().get(`/policies/${offer.id}`)).json<{ version_id: string }>()
  const answer = await seller().cancel(offer.id, policy.version_id)
  expect([202, 400, 409, 422]).toContain(answer.statusCode)
}

const which = fc.nat(3)
const steps = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom<ChargeState>('captured', 'declined', 'authorised').map(pay),
  },
  { weight: 1, arbitrary: fc.constant(pay('invoice')) },
  { weight: 3, arbitrary: which.map(confirm) },
  { weight: 1, arbitrary: which.map(decline) },
  { weight: 2, arbitrary: which.map(repeat) },
  { weight: 1, arbitrary: which.map(contradict) },
  { weight: 2, arbitrary: which.map(takeBack) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<ChargeState>('captured', 'declined', 'authorised').map(collects),
  },
  { weight: 2, arbitrary: fc.constantFrom<ChargeState>('captured', 'authorised').map(payOpen) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Bank['mood']>('honest', 'deaf', 'mute', 'refusing').map(mood),
  },
  { weight: 4, arbitrary: fc.constantFrom(1, 25, 49, 4 * 24, 31 * 24, 365 * 24).map(wait) },
  { weight: 1, arbitrary: fc.constant(sweep) },
  { weight: 2, arbitrary: fc.constant(cancel) },
)

describe('whatever a bank says, and whenever', () => {
  it('the ledger agrees with it in the end, and what does not is listed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 14 }), async (taken) => {
        platform.clock.set(testStart)
        const bank = openBank(sandbox)
        // Only here may it be put in the sandbox's place.
        ;(platform.providers as Map<string, PaymentProvider>).set('sandbox', bank.provider)
        const offer = await madeOffer(seller())
        const story: Story = { bank, offer, contradicted: new Set() }
        for (const take of taken) await take(story)
        bank.mood = 'honest'
        for (let days = 0; days < 4; days++) await wait(25)(story)
        await expectBalanced(story)
      }),
      { numRuns: draws(10), endOnFailure: true },
    )
  })
})

async function expectBalanced({ bank, offer, contradicted }: Story): Promise<void> {
  const payments = await platform.db.query<{ id: PaymentId; paidFor: string }>(sql`
    select id, coalesce(invoice_id, policy_id) as "paidFor" from payments
    where policy_id = ${offer.id}`)
  const views = await Promise.all(payments.map(({ id }) => show(id)))
  const listed = await doubtsOf(payments.map(({ id }) => id))
  let applied = 0
  for (const view of views) {
    const made = view.refunds.filter((refund) => refund.status === 'ok')
    const isGivenBack = view.refunds.some(({ method }) => method === 'whole')
    const isTaken = view.status === 'ok' || isGivenBack
    const amount = bank.charges.get(view.id)?.amount ?? 0
    const inLedger = (isTaken ? amount : 0) - made.reduce((sum, refund) => sum + refund.amount, 0)
    if (view.provider !== 'invoice') expect(inLedger).toBe(bank.balance(view.id))
    if (view.provider !== 'invoice' && !isGivenBack) applied += bank.balance(view.id)
    expect(view.status).not.toBe('pending')
    const failed = view.refunds.filter((refund) => refund.status === 'failed')
    expect(view.refunds).toHaveLength(made.length + failed.length)
    const doubts = [
      ...(contradicted.has(view.id) ? ['contradicted'] : []),
      ...failed.map(({ id }) => `failed ${id}`),
    ]
    expect(listed.get(view.id) ?? []).toEqual(doubts)
    // Who has no policy has the money back, or the doubt is listed.
    const isSettled = view.status === 'failed' && doubts.length === 0
    if (isSettled && view.error_code !== 'charged_back') expect(bank.balance(view.id)).toBe(0)
  }
  // Nothing is paid twice, and all that the bank has for the policy is in its till.
  const paid = views.filter((view) => view.status === 'ok').map(({ id }) => id)
  const paidFor = payments.filter(({ id }) => paid.includes(id)).map((one) => one.paidFor)
  expect(new Set(paidFor).size).toBe(paidFor.length)
  const money = await moneyOf(platform, offer.id)
  expect(money?.cash ?? 0).toBe(applied)
  const isSold = views.some(({ status, error_code: code }) => {
    return status === 'ok' || code === 'charged_back'
  })
  const issued = tally(await eventsOf(platform, offer.id))['policy.issued'] ?? 0
  expect(issued).toBe(money === undefined ? 0 : 1)
  if (issued === 1) expect(isSold).toBe(true)
}

/** What the insurer's list says of these payments. */
async function doubtsOf(payments: readonly string[]): Promise<Map<string, string[]>> {
  const answer = await managerOn(platform).get('/manage/payments?in_doubt=true&limit=100')
  const rows = answer.json<{ id: string; doubts: { why: string; refund_id: string | null }[] }[]>()
  return new Map(
    rows
      .filter(({ id }) => payments.includes(id))
      .map(({ id, doubts }) => [
        id,
        doubts.map((one) => (one.refund_id === null ? one.why : `${one.why} ${one.refund_id}`)),
      ]),
  )
}

/** After all that was done above, in whatever order. */
it('all that is posted agrees in the end', async () => {
  // Each story began on the same day: those that went far are renewed, so look from after all of them.
  platform.clock.advance({ hours: 24 * 365 * 10 })
  const { policies_checked: checked, faults } = await checkMoney(platform)
  expect(faults).toEqual([])
  expect(checked).toBeGreaterThan(0)
})
