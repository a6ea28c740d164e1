import { setTimeout as sleep } from 'node:timers/promises'
import { countJobsBesideSweeps, hastenJobs } from '@bindery/server/test/support/queue.ts'
import type { FaultyDatabase } from '../installation/database.ts'
import type { Ledger } from '../ledger.ts'

const lookAgainMs = 200
/** A job that failed several times waits for minutes before it is tried again. */
const settleTimeoutMs = 20 * 60_000

interface UnderWay {
  readonly payments: number
  readonly versions: number
  readonly refunds: number
  /** Invoices without their numbers, which come from a loop and not from a job. */
  readonly invoices: number
  readonly jobs: number
  readonly [column: string]: number
}

/** On a test clock a provider is asked again when that comes to it. */
export const waitsForItsClock = `exists (
  select from deadlines d where d.kind = 'settlement' and d.key = payments.id
    and d.clock_id is not null and d.done_at is null)`

const countUnderWay = `
  select (select count(*)::int from payments where status = 'pending' and not ${waitsForItsClock}) as payments,
    (select count(*)::int from policy_versions where state = 'processing') as versions,
    (select count(*)::int from refunds r where status = 'pending' and not exists (
      select from payouts o where o.refund_id = r.id and o.state not in ('done', 'cancelled')))
      as refunds,
    (select count(*)::int from unnumbered_invoices) as invoices,
    (${countJobsBesideSweeps.text}) as jobs`

/** Waits until nothing is under way any more: no payment, no modification, no refund, no invoice without a number, no job. */
export async function untilSettled(database: FaultyDatabase, ledger: Ledger): Promise<void> {
  const giveUpAt = performance.now() + settleTimeoutMs
  for (;;) {
    // On a busy machine documents that nobody asks for take hours.
    await database.ask(hastenJobs.text)
    const [found] = await database.ask<UnderWay>(countUnderWay)
    if (found !== undefined && Object.values(found).every((count) => count === 0)) return
    if (performance.now() > giveUpAt) {
      ledger.violate('not everything settled by itself', { ...found, settleTimeoutMs })
      return
    }
    await sleep(lookAgainMs)
  }
}
