import { expect } from 'vitest'
import { sql } from '../../../src/database/index.ts'
import { massEndorsementsOn, taxLaw } from '../../builders/mass-endorsements.ts'
import type { TestPlatform } from '../../support/platform.ts'
import { type Life, fail, hasEnded, isOver, lastDayOf } from './life.ts'

/** Before these steps the law changes the tax, for what is due so many days later. */
export const taxLaws = [
  { step: 2, from: 50, to: 80 },
  { step: 5, from: 80, to: 77 },
] as const
/** The law changes the tax of all of them at once, in one mass endorsement. */
export async function changeTax(
  platform: TestPlatform,
  begun: readonly { readonly life: Life }[],
  law: (typeof taxLaws)[number] | undefined,
  inDays: number,
  lastDay: Temporal.PlainDate | null,
): Promise<Temporal.PlainDate> {
  const today = begun[0]?.life.model.today ?? fail('there are lives')
  const day = laterOf(
    today.add({ days: inDays }),
    lastDay?.add({ days: 1 }) ?? today.subtract({ days: 20 }),
  )
  const { from, to } = law ?? fail('there is a law')
  const mass = massEndorsementsOn(platform)
  const percent = (rate: number) => String(rate / 10)
  const id = await mass.draft(taxLaw(percent(from), percent(to), day.toString()))
  const { preview } = await mass.preview(id)
  const done = await mass.start(id)
  const { results: _, ...sums } = preview ?? fail('it is previewed')
  expect(done).toMatchObject({ status: 'done', result: sums })
  expect(done.result).toMatchObject({ waiting: 0, failed: {} })
  for (const { life } of begun) {
    if (!hasEnded(life.model) && !isOver(life)) life.model.changeTax(day, { from, to })
  }
  return day
}

/** Before this step an index raises the deductible of all who have the middle one, from a day on. */
export const indexStep = 3
const raised = { from: 10_000, to: 20_000 }

export async function raiseByIndex(
  platform: TestPlatform,
  begun: readonly { readonly life: Life }[],
  inDays: number,
): Promise<void> {
  const today = begun[0]?.life.model.today ?? fail('there are lives')
  const day = today.add({ days: Math.abs(inDays) })
  const isBefore = (one: Temporal.PlainDate, other: Temporal.PlainDate) =>
    Temporal.PlainDate.compare(one, other) < 0
  const isRaised = ({ model }: Life): boolean => {
    const { days } = model
    const first = days.periods[0]?.firstDay ?? fail('a year has months')
    const last = days.lastCovered ?? lastDayOf(model)
    if (hasEnded(model) || isBefore(day, first) || isBefore(last, day)) return false
    return days.answersOn(day)['deductible'] === raised.from
  }
  const expected = begun.filter(({ life }) => isRaised(life)).map(({ life }) => life.id)
  const mass = massEndorsementsOn(platform)
  const id = await mass.draft({
    product_id: 'bike',
    kind: 'indexation',
    effective_date: day.toString(),
    indexation: { answer: 'deductible', to: raised.to },
    reason: 'The index of prices rose.',
  })
  const { preview } = await mass.preview(id)
  const done = await mass.start(id)
  expect(done).toMatchObject({ status: 'done', result: { applied: preview?.applied, failed: {} } })
  // Those of clocks before are raised too.
  const rows = await platform.db.query<{ policyId: string }>(sql`
    select policy_id as "policyId" from mass_endorsement_results
    where mass_endorsement_id = ${id} and outcome = 'applied'`)
  const applied = new Set(rows.map(({ policyId }) => policyId))
  for (const { life } of begun) {
    expect([applied.has(life.id), life.description]).toEqual([
      expected.includes(life.id),
      life.description,
    ])
    if (!applied.has(life.id)) continue
    const newAnswers = { deductible: raised.to }
    life.model.take(life.model.previewBilling({ kind: 'change', day, newAnswers }), null)
  }
}

function laterOf(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) >= 0 ? one : other
}
