import type { Database } from '../database/index.ts'
import { holdDunning } from '../dunning/index.ts'
import { type Actor, type Caller, everything, selectAccount } from '../identity/index.ts'
import type { ChangedPrice, MassActOfMany, MassActs } from '../mass-endorsements/index.ts'
import type { Policy } from '../policies/index.ts'
import {
  type PreviewDeps,
  cancelPolicy,
  cancellationBy,
  previewTransaction,
} from '../policy-transactions/index.ts'
import { findRenewal, refusalOfRetry, retryRenewal } from '../renewals/index.ts'
import { createTask } from '../tasks/index.ts'

type Deps = Parameters<typeof cancelPolicy>[0] & PreviewDeps & { readonly db: Database }

/** What is done with each of many policies, by the same code as with one. */
export function massActs(deps: Deps): MassActs {
  return {
    async preview(mass, policy, moment) {
      const caller = await actingOn(deps, mass)
      switch (mass.kind) {
        case 'cancellation':
          return previewCancellation(deps, caller, mass, policy)
        case 'renewal_retry': {
          const found = await findRenewal(deps.db, { caller }, policy.id, deps.clock())
          const refusal = refusalOfRetry(found, moment.now)
          if (refusal !== null) throw refusal
          return null
        }
        case 'dunning_hold':
        case 'task':
          return null
      }
    },
    async apply(mass, policy, replay) {
      const caller = await actingOn(deps, mass)
      switch (mass.kind) {
        case 'cancellation':
          return cancelPolicy(
            deps,
            { ...cancellationOf(caller, mass, policy), previewToken: null },
            (id) => replay({ id }),
          )
        case 'dunning_hold': {
          const { effectiveDay: until, reason } = mass
          await holdDunning(deps, { caller, of: { policyId: policy.id }, until, reason }, replay)
          return null
        }
        case 'renewal_retry':
          await retryRenewal(deps, { caller, policyId: policy.id, answers: {}, data: {} }, () =>
            replay({ id: policy.id }),
          )
          return null
        case 'task': {
          const { title, assigneeId } = mass.change
          const about = { policyId: policy.id, customerId: null }
          const task = { ...about, title, assigneeId, note: mass.reason, dueDay: mass.effectiveDay }
          await createTask(deps, caller, task, replay)
          return null
        }
      }
    },
  }
}

/** Whoever started it, who had every permission of the act without limits. */
async function actingOn(
  { db }: Deps,
  { insurerId, livemode, startedBy, createdBy }: MassActOfMany,
): Promise<Caller> {
  const account = await selectAccount(db, insurerId)
  if (account === undefined) throw new Error(`account ${insurerId} is gone`)
  return {
    account,
    actor: startedBy ?? (createdBy as Actor), // A preview is made before.
    keyKind: 'secret',
    livemode,
    grants: everything,
    limits: null,
    request: null,
    page: null,
  }
}

function cancellationOf(
  caller: Caller,
  { effectiveDay, reason }: MassActOfMany,
  { id: policyId, versionId: ifMatch }: Policy,
) {
  const requested = { kind: null, reasonCode: null, receivedOn: null, occurredOn: null }
  return { caller, policyId, ifMatch, reason, terminationDate: effectiveDay.toString(), requested }
}

/** What is charged, or below zero given back. */
async function previewCancellation(
  deps: Deps,
  caller: Caller,
  mass: MassActOfMany,
  policy: Policy,
): Promise<ChangedPrice> {
  const request = cancellationOf(caller, mass, policy)
  const { outcome } = await previewTransaction(deps, request, await cancellationBy(deps, request))
  const { charges } = outcome.adjustment
  return {
    firstDay: mass.effectiveDay.add({ days: 1 }).toString(),
    currency: policy.currency,
    paymentBefore: 0,
    paymentAfter: charges.reduce((sum, { amount }) => sum + amount.payment, 0),
    taxBefore: 0,
    taxAfter: charges.reduce((sum, { amount }) => sum + amount.tax, 0),
    payments: 1,
  }
}
