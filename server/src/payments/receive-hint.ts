import { type AccountId, type PaymentId, isId } from '../kernel/index.ts'
import { recordDisputes } from './disputes/record-disputes.ts'
import { askProvider } from './ask-provider.ts'
import type { CredentialOwner } from './credentials/credentials.ts'
import { selectSetup } from './mandate-setup-store.ts'
import { selectByReference, selectPayment } from './payment-store.ts'
import type { Payment } from './payment.ts'
import type { CallbackHeaders, CallbackHint } from './provider.ts'
import { callbackNotTaken, noCallbacks, unsignedCallback } from './reasons.ts'
import { recordOutcome } from './record-outcome.ts'
import { recordSetup } from './record-setup.ts'
import { askAboutRefund } from './settle-refund.ts'
import { selectRefund } from './refund-store.ts'
import { takeInRefund } from './take-in-refund.ts'
import { selectPolicy } from '../policies/index.ts'
import type { SettleDeps } from './settle-payment.ts'

/**
 * Handles a provider's callback to the address of an insurer. It says what to ask about, and nothing
 * else: the provider is asked, and its answer is recorded as any other. So callbacks may come twice,
 * in any order, or never.
 */
export async function receiveHint(
  deps: SettleDeps,
  call: {
    readonly provider: string
    readonly insurerId: AccountId
    readonly headers: CallbackHeaders
    readonly rawBody: string
  },
): Promise<void> {
  const { provider: name, insurerId } = call
  const hints = deps.providers.get(name)?.hints
  if (hints === undefined) throw noCallbacks(name)
  const read = await hints.read(call, insurerId, AbortSignal.timeout(readTimeoutMs))
  if (read === null) throw unsignedCallback()
  const { livemode } = read
  // Without an answer the provider is to call again.
  if (!(await followHint(deps, name, { insurerId, livemode }, read))) throw callbackNotTaken(name)
}

const readTimeoutMs = 10_000

/** Asks about what a hint names. False if there was no answer, so that it has to be followed again. */
export async function followHint(
  deps: SettleDeps,
  provider: string,
  owner: CredentialOwner,
  hint: CallbackHint,
): Promise<boolean> {
  switch (hint.about) {
    case 'nothing':
      return true
    case 'payment':
      return followPayment(deps, provider, owner, hint.paymentId)
    case 'reference': {
      const payment = await selectByReference(deps.db, owner, provider, hint.reference)
      return payment === undefined || followDispute(deps, payment)
    }
    case 'own_refund': {
      const payment = await selectByReference(deps.db, owner, provider, hint.reference)
      return payment === undefined || takeInRefunds(deps, payment)
    }
    case 'setup':
      return followSetup(deps, provider, owner, hint.setupId)
    case 'refund': {
      const { refundId: id } = hint
      const refund = isId('ref', id) ? await selectRefund(deps.db, id) : undefined
      if (refund === undefined || !isOwn(refund, owner)) return true
      return askAboutRefund(deps, refund)
    }
  }
}

async function followPayment(
  deps: SettleDeps,
  provider: string,
  owner: CredentialOwner,
  id: string,
): Promise<boolean> {
  const payment = await selectPayment(deps.db, id as PaymentId) // Only looked up.
  if (payment === undefined || payment.provider !== provider || !isOwn(payment, owner)) return true
  const { onAccount, reference } = payment
  if (!onAccount || reference === null) return askAboutPayment(deps, payment)
  // The debit that was bound is collected by another payment since.
  const collection = await selectByReference(deps.db, owner, provider, reference)
  return collection === undefined || askAboutPayment(deps, collection)
}

async function askAboutPayment(deps: SettleDeps, payment: Payment): Promise<boolean> {
  const now = deps.clock()
  const news = await askProvider(deps, payment.provider, (by, signal) =>
    by.find(payment, now, signal),
  )
  if (news === null) return false
  await recordOutcome(deps, payment, news)
  return true
}

/** What became of the payment comes first: a dispute that is lost may have charged it back. */
async function followDispute(deps: SettleDeps, payment: Payment): Promise<boolean> {
  if (!(await askAboutPayment(deps, payment))) return false
  const found = await askProvider(deps, payment.provider, async (by, signal) => {
    return (await by.disputes?.(payment, signal)) ?? []
  })
  await recordDisputes(deps, payment, found ?? [])
  return found !== null
}

async function takeInRefunds(deps: SettleDeps, payment: Payment): Promise<boolean> {
  const found = await askProvider(deps, payment.provider, async (by, signal) => {
    return (await by.ownRefunds?.(payment, signal)) ?? []
  })
  for (const refund of found ?? []) await takeInRefund(deps, payment, refund)
  return found !== null
}

async function followSetup(
  deps: SettleDeps,
  provider: string,
  owner: CredentialOwner,
  id: string,
): Promise<boolean> {
  const setup = isId('mns', id) ? await selectSetup(deps.db, id) : undefined
  if (setup === undefined || setup.provider !== provider) return true
  const policy = await selectPolicy(deps.db, setup.policyId)
  if (policy === undefined || !isOwn(policy, owner)) return true
  const now = deps.clock()
  const news = await askProvider(deps, provider, async ({ name, setups }, signal) => {
    if (setups === undefined) throw new Error(`${name} has no mandates`)
    return setups.find(setup, now, signal)
  })
  if (news === null) return false
  await recordSetup(deps, setup, news)
  return true
}

function isOwn(one: CredentialOwner, owner: CredentialOwner): boolean {
  return one.insurerId === owner.insurerId && one.livemode === owner.livemode
}
