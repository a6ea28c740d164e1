import { expect } from 'vitest'
import { sql } from '../../../src/database/index.ts'
import type { JsonObject } from '../../../src/kernel/index.ts'
import { massEndorsementsOn } from '../../builders/mass-endorsements.ts'
import type { TestPlatform } from '../../support/platform.ts'
import { type Life, fail, hasEnded, lastDayOf } from './life.ts'
import { bikePrices } from './on-sale.ts'
import type { NextTerm } from './stories.ts'
import { tally } from './tally.ts'

/** Weeks before the first of the terms ends, and days after the last of them has begun. */
export const beforeRenewal = Temporal.Instant.from('2027-12-15T10:00:00Z')
export const afterRenewal = Temporal.Instant.from('2028-03-12T10:00:00Z')

/** What somebody agrees for the next term, and perhaps takes back. */
export async function endorseNextTerm(life: Life, { endorse, revoke }: NextTerm): Promise<void> {
  const { id, seller, model, transactions, platform, description } = life
  const at = `/policies/${id}/renewal/endorsements`
  for (const answers of endorse) {
    tally.draw('endorse next term')
    if (model.days.lastCovered !== null) {
      const refused = await seller.post(at, { answers })
      expect([refused.statusCode, refused.body, description][0], refused.body).toBe(422)
      continue
    }
    const held: JsonObject = Object.assign(
      {},
      model.days.answersOn(model.days.nextTerm.subtract({ days: 1 })),
      ...model.endorsed,
    )
    if (Object.entries(answers).every(([name, value]) => held[name] === value)) {
      const refused = await seller.post(at, { answers })
      expect(refused.json(), description).toMatchObject({ code: 'nothing_to_endorse' })
      continue
    }
    const price = priceNext(life, answers)
    const { renewal } = await transactions.preview(id, { renewal: { endorsement: { answers } } })
    expect(renewal, description).toMatchObject({ gross_payment_amount: price.payment })
    const recorded = await seller.post(at, { answers, data: {} })
    expect(recorded.statusCode, recorded.body + description).toBe(200)
    await platform.runDue()
    tally.accept('endorse next term')
    if (!revoke) {
      model.endorsed = [...model.endorsed, answers]
      continue
    }
    tally.draw('revoke next term')
    const { id: endorsementId } = recorded.json<{ id: string }>()
    const revoked = await seller.post(`${at}/${endorsementId}/revoke`, {})
    expect(revoked.statusCode, revoked.body + description).toBe(200)
    await platform.runDue()
    tally.accept('revoke next term')
  }
}

/** An index raises an answer of all whose policies are renewed, from the first day of the next term on. */
export async function indexNextTerms(platform: TestPlatform, lives: readonly Life[]) {
  const mass = massEndorsementsOn(platform)
  const id = await mass.draft({
    product_id: 'bike',
    kind: 'indexation',
    effective_date: '2028-01-29',
    indexation: { answer: 'bike_price', to: bikePrices.raised },
    reason: 'The index of prices rose.',
  })
  const { preview } = await mass.preview(id)
  const done = await mass.start(id)
  expect(done).toMatchObject({ status: 'done', result: { applied: preview?.applied, failed: {} } })
  const rows = await platform.db.query<{
    policyId: string
    outcome: string
    price: JsonObject | null
  }>(sql`
    select policy_id as "policyId", outcome, price from mass_endorsement_results
    where mass_endorsement_id = ${id}`)
  for (const life of lives) {
    tally.draw('index next term')
    const { model, description } = life
    const found = rows.find(({ policyId }) => policyId === life.id)
    const isRenewed = model.days.lastCovered === null
    expect([found?.outcome ?? 'skipped', description]).toEqual([
      isRenewed ? 'applied' : 'skipped',
      description,
    ])
    if (!isRenewed) continue
    tally.accept('index next term')
    const raised = { bike_price: bikePrices.raised }
    const { payment, tax } = priceNext(life, raised)
    expect(found?.price, description).toMatchObject({
      firstDay: model.days.nextTerm.toString(),
      paymentAfter: payment,
      taxAfter: tax,
    })
    model.endorsed = [...model.endorsed, raised]
  }
}

/** What one payment of the next term costs with these answers as well. */
function priceNext({ model: { days, endorsed } }: Life, answers: JsonObject) {
  return days.priceNext(Object.assign({}, ...endorsed, answers) as JsonObject)
}

/** What the customer declares of the first term after it has ended. */
export async function declare(life: Life, deductible: number): Promise<void> {
  const { id, transactions, model, platform, description } = life
  tally.draw('adjust')
  const isRenewed = model.days.terms.length > 1
  if (model.days.isWithdrawn || !(isRenewed || hasEnded(model))) {
    const { version_id } = await transactions.view(id)
    const refused = await life.seller.adjust(id, version_id, { answers: { deductible } })
    expect([400, 422], refused.body + description).toContain(refused.statusCode)
    return
  }
  const newAnswers = { deductible }
  const expected = model.previewBilling({ kind: 'adjustment', newAnswers })
  const adjustment = { answers: newAnswers }
  const preview = await transactions.preview(id, { adjustment })
  const charged = model.charged.filter(
    ({ firstDay }) => !isRenewed || firstDay < (model.days.terms[1] ?? lastDayOf(model)).toString(),
  )
  const changes = charged.flatMap(({ firstDay, payment, tax }) => {
    const period = expected.days.periods.find((one) => one.firstDay.toString() === firstDay)
    const after = expected.days.costOf(period ?? fail('it was charged'))
    const change = { first_day: firstDay, amount: after.payment - payment, tax: after.tax - tax }
    return change.amount === 0 && change.tax === 0 ? [] : [change]
  })
  expect(
    preview.charges.map(({ first_day, amount, tax }) => ({ first_day, amount, tax })),
    description,
  ).toEqual(changes)
  const { preview_token } = preview
  const outcome = await transactions.adjust(id, { ...adjustment, preview_token })
  expect(outcome, description).toMatchObject({ status: 'active', payment: null })
  await platform.runDue()
  model.adjust(expected)
  tally.accept('adjust')
}
