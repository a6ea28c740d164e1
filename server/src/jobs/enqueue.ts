import { type Queryable, json, sql } from '../database/index.ts'
import type { BookCheckId, PaymentId, PolicyId, PolicyVersionId } from '../kernel/index.ts'

/** Every task there is, with what it is told. */
export interface Tasks {
  /** A cancellation was accepted: assemble the new version. */
  assemble_cancellation: { policyId: PolicyId; versionId: PolicyVersionId }
  /** News from policies that payments acts on. */
  policy_cancelled: { policyId: PolicyId; versionId: PolicyVersionId }
  /** Ask the provider what became of a payment that is still pending. */
  settle_payment: { paymentId: PaymentId }
  /** Price the next policies of a book again. */
  check_book: { checkId: BookCheckId }
  /** Write down what has expired, and take up what a dead process left behind. */
  sweep: Record<string, never>
}
export type TaskName = keyof Tasks

const attemptsMax = 20

/** Adds a job in the caller's transaction: it exists exactly if the state it follows from does. */
export async function enqueue<Name extends TaskName>(
  tx: Queryable,
  name: Name,
  payload: Tasks[Name],
  options: { readonly runAt?: Temporal.Instant; readonly key?: string } = {},
): Promise<void> {
  await tx.query(sql`
    select from graphile_worker.add_job(
      identifier => ${name}, payload => ${json(payload)}::json, run_at => ${options.runAt ?? null}::timestamptz,
      max_attempts => ${attemptsMax}::int, job_key => ${options.key ?? null}::text)`)
}
