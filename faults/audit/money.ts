import type { FaultyDatabase } from '../installation/database.ts'
import type { Ledger } from '../ledger.ts'

interface CancelledSale {
  readonly policy: string
  readonly version: string
  readonly paid: number
  readonly start: string
  readonly termination: string
  readonly refunds: readonly { readonly amount: number; readonly status: string }[]
}

export interface Balance {
  readonly taken: number
  readonly givenBack: number
}

/** What a cancellation of a year that was paid at once gives back is computed again here, from the days alone, and exactly once. */
export async function auditMoney(database: FaultyDatabase, ledger: Ledger): Promise<Balance> {
  const sales = await database.ask<CancelledSale & { [column: string]: unknown }>(`
    select p.id as policy, p.version_id as version, pay.amount::float8 as paid,
      p.start_day::text as start, p.termination_day::text as termination,
      coalesce((select json_agg(json_build_object('amount', r.amount, 'status', r.status))
        from refunds r where r.policy_version_id = p.version_id), '[]') as refunds
    from policies p join payments pay on pay.policy_id = p.id and pay.status = 'ok'
    where p.status = 'cancelled' and p.clock_id is null`)
  for (const sale of sales) {
    const due = refundDue(sale)
    const expected = due === 0 ? [] : [{ amount: due, status: 'ok' }]
    if (JSON.stringify(sale.refunds) !== JSON.stringify(expected)) {
      ledger.violate('a cancellation was not refunded exactly once', { sale, expected })
    }
  }
  const [balance] = await database.ask<{ taken: number; given: number }>(`
    select (select coalesce(sum(amount), 0)::float8 from payments
        where (status = 'ok' and not on_account) or unapplied_at is not null) as taken,
      (select coalesce(sum(amount), 0)::float8 from refunds where status = 'ok') as given`)
  return { taken: balance?.taken ?? 0, givenBack: balance?.given ?? 0 }
}

/** By days over the year that was paid for; the used part is rounded half up. */
function refundDue({ paid, start, termination }: CancelledSale): number {
  const first = Temporal.PlainDate.from(start)
  const wholeDays = first.until(first.add({ years: 1 }), { largestUnit: 'days' }).days
  const used = first.until(Temporal.PlainDate.from(termination), { largestUnit: 'days' }).days + 1
  const usedDays = Math.min(Math.max(used, 0), wholeDays)
  return paid - Math.floor((2 * paid * usedDays + wholeDays) / (2 * wholeDays))
}
