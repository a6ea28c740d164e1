import {
  type CustomerId,
  type MandateId,
  type PolicyVersionId,
  mintId,
  todayIn,
} from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import type { Caller } from '../identity/index.ts'
import { endMandateOf, renewPaymentLinks } from '../payments/index.ts'
import { updateHolder } from '../policies/index.ts'
import {
  type HandedOver,
  type PersonNamed,
  type TransactionRequest,
  handOver,
} from '../policy-transactions/index.ts'
import { offerAgain } from '../renewals/index.ts'
import { renewTokens } from '../sales/index.ts'
import { policiesMax } from './customer-join.ts'
import { type Customer, findCustomer } from './find-customer.ts'
import type { Party } from './party.ts'
import { insertParty, selectParties, updatePartyEnded } from './party-store.ts'
import { neverEnded, soldParty } from './read-parties.ts'
import { samePolicyholder, tooManyPolicies } from './reasons.ts'

export interface PolicyholderChange extends TransactionRequest {
  readonly person: PersonNamed
  /** The customer that the person is already; null for a new one. */
  readonly customerId: string | null
  readonly reason: string
}

export interface PolicyholderChanged {
  readonly versionId: PolicyVersionId
  readonly effectiveDay: Temporal.PlainDate
  readonly customerId: CustomerId
  readonly previousCustomerId: CustomerId
  readonly party: Party
  /** The mandate of the former policyholder, which ended. */
  readonly endedMandate: MandateId | null
}

/**
 * Another person becomes the policyholder, from today on. The former one's time ends with it, and all
 * that was theirs alone: the mandate, what they had begun to give another, and the links to documents,
 * endorsements, payments and the renewal, which is offered again. What is owed, and what is paid ahead, goes with the policy.
 */
export async function changePolicyholder(
  deps: Parameters<typeof handOver>[0],
  { reason, ...request }: PolicyholderChange,
  replay: ReplayWriter<PolicyholderChanged> | null,
): Promise<PolicyholderChanged> {
  const existing = await existingCustomer(deps, request)
  const customerId = existing?.id ?? null
  return handOver(deps, { ...request, customerId }, async (tx, handed) => {
    const { customerId: before } = handed.policy
    if (existing?.members.includes(before) === true) throw samePolicyholder(before)
    const { caller } = request
    const { version, customerId: after } = handed
    const changed: PolicyholderChanged = {
      versionId: version.id,
      effectiveDay: version.effectiveDay,
      customerId: after,
      previousCustomerId: before,
      party: await recordHolders(tx, caller, handed, reason),
      endedMandate: await endWhatWasTheirs(deps, tx, handed),
    }
    await record(tx, caller, handed, changed, reason)
    await completeReservation(tx, replay, changed)
    return changed
  })
}

/** The customer that the person is already, who has not too many policies. */
async function existingCustomer(
  deps: Parameters<typeof handOver>[0],
  { caller, customerId }: Pick<PolicyholderChange, 'caller' | 'customerId'>,
): Promise<Customer | null> {
  if (customerId === null) return null
  const customer = await findCustomer(deps, caller, customerId)
  if (customer.count >= policiesMax) throw tooManyPolicies(customer.id, policiesMax)
  return customer
}

async function recordHolders(
  tx: Transaction,
  { actor }: Caller,
  { policy, formerContent, customerId, moment }: HandedOver,
  reason: string,
): Promise<Party> {
  const known = (await selectParties(tx, [policy.id])).find(
    ({ role, endedAt }) => role === 'policyholder' && endedAt === null,
  )
  const first = soldParty(policy, mintId('pty', moment))
  if (known === undefined) await insertParty(tx, first)
  const today = todayIn(policy.timeZone, moment.now)
  const end = {
    contentId: formerContent.id,
    untilDay: today.subtract({ days: 1 }),
    endedReason: reason,
    endedBy: actor.id,
    endedAt: moment.now,
  }
  await updatePartyEnded(tx, known ?? first, end)
  const party: Party = {
    ...first,
    id: mintId('pty', moment),
    customerId,
    fromDay: today,
    reason,
    setBy: actor.id,
    createdAt: moment.now,
    ...neverEnded,
  }
  await insertParty(tx, party)
  return party
}

async function endWhatWasTheirs(
  { keyRing }: Pick<Parameters<typeof handOver>[0], 'keyRing'>,
  tx: Transaction,
  { policy, customerId, moment }: HandedOver,
): Promise<MandateId | null> {
  const tokens = await renewTokens(tx, keyRing, policy.id)
  await updateHolder(tx, policy.id, { customerId, ...tokens })
  await renewPaymentLinks(tx, keyRing, policy.id)
  await offerAgain(tx, policy, moment)
  return endMandateOf(tx, policy, 'The policyholder changed.', moment)
}

async function record(
  tx: Transaction,
  caller: Caller,
  { policy, moment }: HandedOver,
  { versionId, effectiveDay, customerId, previousCustomerId, endedMandate }: PolicyholderChanged,
  reason: string,
): Promise<void> {
  const customers = { customer_id: customerId, previous_customer_id: previousCustomerId }
  const effective_date = effectiveDay.toString()
  const data = { version_id: versionId, effective_date, ...customers }
  await recordEvents(tx, [{ type: 'policy.policyholder_changed', about: policy, data }], moment)
  await recordAudit(
    tx,
    caller,
    {
      action: 'policy.policyholder_changed',
      accountId: policy.insurerId,
      livemode: policy.livemode,
      subjectId: policy.id,
      before: { version_id: policy.versionId, customer_id: previousCustomerId },
      after: {
        version_id: versionId,
        customer_id: customerId,
        effective_date,
        reason,
        ended_mandate_id: endedMandate,
      },
    },
    moment,
  )
}
