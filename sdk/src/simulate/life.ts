import type { Event, InvoiceSummary, Policy, PolicyAccount } from '../generated.ts'
import { addDays, dayIn } from './calendar.ts'
import type { DoneStep, Stage } from './carry-out-step.ts'

/** The life of a simulated policy. */
export interface SimulatedLife {
  /** The test clock of the policy, which can be advanced further. */
  readonly clock_id: string
  /** The version that was sold. */
  readonly product_version_id: string
  readonly product_name: string
  readonly time_zone: string
  /** The policy at the end. */
  readonly policy: Policy
  /** The terms in order; an open-ended term has no last day. */
  readonly terms: readonly { readonly first_day: string; readonly last_day: string | null }[]
  /** The price of a billing period, in minor units, by its first day. */
  readonly prices: readonly {
    readonly from: string
    readonly gross_payment_amount: number
    readonly product_version_id: string
  }[]
  /** All charges, payments and refunds. */
  readonly account: PolicyAccount
  /** Oldest first. */
  readonly invoices: readonly InvoiceSummary[]
  /** All events, oldest first. */
  readonly events: readonly Event[]
  /** The steps of the simulation. */
  readonly steps: readonly DoneStep[]
}

export async function describeLife(
  stage: Stage,
  steps: readonly DoneStep[],
): Promise<SimulatedLife> {
  const { client, offered } = stage
  const { policyId, timeZone } = offered
  const [policy, account, { events }, invoices] = await Promise.all([
    client.policies.get(policyId),
    client.policies.account(policyId),
    client.manage.policies.history(policyId),
    allOf(client.manage.invoices.search({ policy_id: policyId, limit: 100 })),
  ])
  const firstDays = [offered.start, ...effectiveDays(events, ['policy.renewed'])]
  const end = policy.end_date === null ? null : dayIn(timeZone, policy.end_date)
  return {
    clock_id: offered.clockId,
    product_version_id: offered.terms.productVersionId,
    product_name: offered.terms.form.name,
    time_zone: timeZone,
    policy,
    terms: firstDays.map((first_day, at) => {
      const next = firstDays[at + 1]
      return { first_day, last_day: next === undefined ? end : addDays(next, -1) }
    }),
    prices: await pricesOf(stage, [
      ...firstDays,
      ...effectiveDays(events, ['policy.endorsed', 'policy.reinstated']),
    ]),
    account,
    invoices: [...invoices].reverse(),
    events,
    steps,
  }
}

/** The effective days of the given events. */
function effectiveDays(events: readonly Event[], types: readonly string[]): string[] {
  return events.flatMap(({ type, data }) => {
    const { effective_date: day }: { effective_date?: unknown } = Object(data)
    return types.includes(type) && typeof day === 'string' ? [day] : []
  })
}

/** The prices on these days, without unchanged ones. */
async function pricesOf({ client, offered }: Stage, days: readonly string[]) {
  const sorted = [...new Set(days)].sort()
  const held = await Promise.all(
    sorted.map(async (from) => {
      const { quote, product_version_id } = await client.policies.asOf(offered.policyId, {
        as_of: from,
      })
      return { from, gross_payment_amount: quote.gross_payment_amount, product_version_id }
    }),
  )
  return held.filter(
    ({ gross_payment_amount: price }, at) => price !== held[at - 1]?.gross_payment_amount,
  )
}

async function allOf<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return all
}
