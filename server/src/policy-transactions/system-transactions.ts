import type { Moment, PolicyVersionId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import type { Policy } from '../policies/index.ts'
import { insertQuotes } from '../quotes/index.ts'
import { type LapseTerms, lapseAfter } from './kinds/lapse.ts'
import { renewalOf } from './kinds/renewal.ts'
import { revivalFrom } from './kinds/revival.ts'
import { resumptionFrom, suspensionFrom } from './kinds/suspension.ts'
import { type DecidedTaxChange, type TaxChangeOfLaw, taxChangeOf } from './kinds/tax-change.ts'
import { runSystemTransaction } from './pipeline/run-system-transaction.ts'
import type { SystemTransaction } from './system-transaction.ts'

/** Each in the database transaction that has the policy locked. */
export const lapsePolicy = running((_, terms: LapseTerms) => lapseAfter(terms))
export const suspendPolicy = running((_, day: Temporal.PlainDate) => suspensionFrom(day))
export const resumePolicy = running((_, day: Temporal.PlainDate) => resumptionFrom(day))
export const renewPolicy = running(renewalOf)

/** The same: the new rate of tax, with the prices that follow from it. */
export async function changeTaxOfPolicy(
  tx: Transaction,
  policy: Policy,
  { change, decided }: { readonly change: TaxChangeOfLaw; readonly decided: DecidedTaxChange },
  moment: Moment,
): Promise<PolicyVersionId> {
  if (decided.made.length > 0) await insertQuotes(tx, decided.made)
  return runSystemTransaction(tx, policy, taxChangeOf(change, decided), moment)
}

/** The same: cover from this day on, and without it since the lapse. */
export async function revivePolicy(
  tx: Transaction,
  policy: Policy,
  day: Temporal.PlainDate,
  moment: Moment,
): Promise<PolicyVersionId> {
  return runSystemTransaction(tx, policy, await revivalFrom(tx, policy, day), moment)
}

function running<Asked>(transactionOf: (policy: Policy, asked: Asked) => SystemTransaction) {
  return (
    tx: Transaction,
    policy: Policy,
    asked: Asked,
    moment: Moment,
  ): Promise<PolicyVersionId> =>
    runSystemTransaction(tx, policy, transactionOf(policy, asked), moment)
}
