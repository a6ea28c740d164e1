import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { advanceAll } from '../builders/clock.ts'
import { dunnedBy, publishedDraft } from '../builders/draft.ts'
import { casesOf } from '../builders/dunning.ts'
import { lifeOf, monthlyBike } from '../builders/life.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { moneyOf } from '../builders/money-of.ts'
import { openInvoices } from '../builders/open-invoice.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { type Deed, allSteps, someDeed } from './dunning-deeds.ts'
import { DunningModel, type ModelSteps } from './dunning-model.ts'

/**
 * Lives of policies that are billed monthly and paid late, in parts, or not at all: reminded, noticed,
 * suspended, lapsed, revived, reinstated and renewed. After each step the cases with their letters, the cover and
 * the ledger is that of a model that computes the same life by itself.
 */

/** Besides those that lapse. Hundreds of others take DUNNING_LIVES=300; these few are the same every time. */
const asked = process.env['DUNNING_LIVES']
const lives = Number(asked ?? 3)
const seeded = asked === undefined ? { seed: 38 } : {}
/** Only who hangs is to meet it. */
const timeLimitMs = 240_000 + lives * 20_000

const yamlOf = (steps: ModelSteps) => `
dunning:
  reminders: [${steps.reminders.map((days) => `{ after_days: ${days} }`).join(', ')}]
  notice: { after_days: ${steps.noticeAfter}, grace_days: ${steps.grace}, fee: ${steps.noticeFee} }
  cover_ends: ${steps.coverEnds}
  revival_months: ${steps.revivalMonths}
${steps.lapseAfter === null ? '' : `  then: suspend\n  lapse_after_days: ${steps.lapseAfter}\n`}`

const transfers = `  - key: transfers
    name: Monthly, as it comes
    type: recurring
    frequency: month
    issue_days_before: 7
    receipts: tracked
    methods:
      - { provider: invoice, method: invoice }
`

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(() => platform.close())

async function putOnSale(steps: ModelSteps): Promise<void> {
  await publishedDraft(platform, 'bike', {
    'product.yaml': (text) =>
      dunnedBy(text, yamlOf(steps))
        .replace('kind: on_acceptance', 'kind: automatic')
        .replace('refund: full_before_start', 'refund: pro_rata')
        .replace('\nintegrations:', `${transfers}\nintegrations:`),
  })
}

const sold = Temporal.PlainDate.from('2027-03-01')
const start = Temporal.PlainDate.from('2027-03-02')
/** Fewer than the product allows. */
const reinstatementDays = 25
const termOf = (day: Temporal.PlainDate) => start.until(day, { largestUnit: 'years' }).years

/** A policy, and what the model says of it. */
async function begun(steps: ModelSteps) {
  const bike = monthlyBike(sold.toString(), start.toString())
  const payment = { provider: 'invoice', method: 'invoice' }
  const life = await lifeOf(platform, { ...bike, plan: 'transfers', payment })
  const [first] = await openInvoices(platform, life.id)
  const model = new DunningModel(start, sold, first?.open ?? Number.NaN, steps)
  return { ...life, steps, model, holdId: null as string | null }
}
type Life = Awaited<ReturnType<typeof begun>>

async function doIt(life: Life, deed: Deed): Promise<void> {
  const { id, model, transactions } = life
  const manager = managerOn(platform)
  if (deed === 'release') {
    if (life.holdId === null) return
    await manager.post(`/manage/dunning/holds/${life.holdId}/release`)
    life.holdId = null
    model.release()
  } else if (deed === 'reinstate') {
    // After a lapse alone: what a cancellation gives back is tested elsewhere.
    if (model.lastDay === null || model.isRefunded || model.cases[0]?.state !== 'lapsed') return
    // The invoice of a transaction has no days in the model, by which cover would end as paid.
    if (life.steps.coverEnds === 'paid_to') return
    const lapsed = Temporal.PlainDate.from(model.cases[0].letters.at(-1)?.date ?? '')
    const isLate = lapsed.until(model.today, { largestUnit: 'days' }).days > reinstatementDays
    if (isLate || termOf(model.lastDay) !== termOf(model.today)) return
    await receive(life, 'all', 0)
    if (life.steps.revivalMonths > 0) return // The money has revived it, or is to pay debts alone.
    const owed = model.reinstate()
    const { payment, status } = await transactions.reinstate(id)
    if (owed === 0) expect(status).toBe('active')
    else expect(payment?.amount).toBe(owed)
    if (payment !== null) await transactions.pay(id, payment.token)
  } else if ('cancel' in deed) {
    const lastDay = dayInTerm(model, deed.cancel)
    if (model.lastDay !== null) return
    await transactions.cancel(id, lastDay.toString())
    model.cancel(lastDay)
  } else if ('moveEnd' in deed) {
    const { lastDay: before, isOver } = model
    const lastDay = dayInTerm(model, deed.moveEnd)
    // More days are paid for with the next month, where there is one: tested elsewhere.
    if (before === null || isOver || Temporal.PlainDate.compare(lastDay, before) >= 0) return
    await transactions.moveEnd(id, lastDay.toString())
    model.moveEnd(lastDay)
  } else if ('hold' in deed) {
    if (life.holdId !== null) return
    const until = model.today.add({ days: deed.hold })
    const body = { policy_id: id, until: until.toString(), reason: 'Somebody asks.' }
    const held = await manager.post('/manage/dunning/holds', body)
    expect(held.statusCode, held.body).toBe(200)
    life.holdId = held.json<{ id: string }>().id
    model.hold(until)
  } else if ('wait' in deed) {
    const to = model.today.add({ days: deed.wait })
    platform.clock.advance({ seconds: 1 })
    const at = await advanceAll(platform, life.clock, `${to}T10:00:00Z`)
    expect(at).toMatchObject({ status: 'ready' })
    model.passTo(to)
  } else {
    // What revives after the end of its term is tested elsewhere.
    if (model.lastDay !== null && termOf(model.lastDay) !== termOf(model.today)) return
    await receive(life, deed.receive, deed.daysAgo)
  }
  await platform.runDue()
}

/** A day from today on that the current term has. */
function dayInTerm({ today }: DunningModel, days: number): Temporal.PlainDate {
  const day = today.add({ days })
  const end = start.add({ years: termOf(today) + 1 }).subtract({ days: 1 })
  return Temporal.PlainDate.compare(end, day) < 0 ? end : day
}

async function receive(
  { id, model }: Life,
  what: 'all' | 'oldest' | 'a part',
  daysAgo: number,
): Promise<void> {
  const earlier = model.today.subtract({ days: daysAgo })
  const on = Temporal.PlainDate.compare(earlier, sold) < 0 ? sold : earlier
  const open = await openInvoices(platform, id)
  const known = model.invoices
    .filter((one) => one.open > 0)
    .toSorted((a, b) => Temporal.PlainDate.compare(a.due, b.due) || a.open - b.open)
  const shown = open.toSorted((a, b) => a.due_date.localeCompare(b.due_date) || a.open - b.open)
  expect(shown.map((one) => [one.due_date, one.open])).toEqual(
    known.map((one) => [one.due.toString(), one.open]),
  )
  for (const [n, invoice] of shown.slice(0, what === 'all' ? shown.length : 1).entries()) {
    const amount = what === 'a part' ? Math.ceil(invoice.open / 2) : invoice.open
    const body = { amount, currency: 'chf', received_on: on.toString() }
    const answer = await managerOn(platform).post(`/manage/invoices/${invoice.id}/receipts`, body)
    expect(answer.statusCode, answer.body).toBe(200)
    await platform.runDue()
    const modelled = known[n]
    if (modelled === undefined) throw new Error('the model knows of every invoice')
    model.receive(modelled, amount, on)
  }
}

async function liveThrough(life: Life, deeds: readonly Deed[]): Promise<Life> {
  for (const [n, deed] of deeds.entries()) {
    await doIt(life, deed)
    await compare(life, `${life.id}: ${JSON.stringify(deeds.slice(0, n + 1))}`)
  }
  return life
}

async function compare({ id, model, transactions }: Life, story: string): Promise<void> {
  const shown = (await casesOf(platform, id)).map(({ state, step, grace_until, letters }) => ({
    state,
    step,
    grace_until,
    letters: letters.map(({ kind, date, total, void_reason }) => {
      return { kind, date, total, isVoid: void_reason !== null }
    }),
  }))
  const known = model.cases.map(({ state, step, grace, letters }) => {
    return { state, step, grace_until: grace?.toString() ?? null, letters }
  })
  // One is closed and the next opened in the same moment.
  expect(shown.toSorted(byContent), story).toEqual(known.toSorted(byContent))
  const viewed = await transactions.view(id)
  const since = viewed['localized_dates'] as { suspended_since?: string } // As its schema says.
  expect(since.suspended_since?.slice(0, 10), story).toBe(model.suspendedSince?.toString())
  expect(viewed.status, story).toBe(model.lastDay === null ? 'paid' : 'cancelled')
  expect((await moneyOf(platform, id))?.receivable, story).toBe(model.receivable)
}

function byContent(one: object, other: object): number {
  return JSON.stringify(one, sortedKeys).localeCompare(JSON.stringify(other, sortedKeys))
}
const sortedKeys = ['state', 'step', 'grace_until', 'letters', 'kind', 'date', 'total', 'isVoid']

describe.each(allSteps)('lives whose cover ends $end', ({ steps, lapsing, others }) => {
  it(
    'are as the model has them',
    async () => {
      await putOnSale(steps)
      const lived = async (deeds: readonly Deed[]) => liveThrough(await begun(steps), deeds)
      for (const deeds of lapsing) {
        expect((await lived(deeds)).model.cases.map(({ state }) => state)).toContain('lapsed')
      }
      for (const deeds of others) await lived(deeds)
      const deeds = fc.array(someDeed, { minLength: 6, maxLength: 16 })
      await fc.assert(
        fc.asyncProperty(deeds, async (all) => void (await lived(all))),
        { numRuns: Math.ceil(lives / allSteps.length), endOnFailure: true, ...seeded },
      )
      expect(await checkMoney(platform)).toMatchObject({ status: 'done', faults: [] })
    },
    timeLimitMs,
  )
})
