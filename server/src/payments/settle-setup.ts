import type { MandateSetupId, Moment } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { setDeadline } from '../deadlines/index.ts'
import { enqueue } from '../jobs/index.ts'
import { lockPolicies, momentOfPolicy } from '../policies/index.ts'
import { askProvider } from './ask-provider.ts'
import type { MandateSetup } from './mandate-setup.ts'
import { selectSetup } from './mandate-setup-store.ts'
import { nextAsk, notAfter } from './next-ask.ts'
import { recordSetup } from './record-setup.ts'
import type { SettleDeps } from './settle-payment.ts'

export const firstAskAfter = { seconds: 30 }
/** A customer who has not confirmed by then is not waited for; a later confirmation still counts. */
const pendingHours = 48
const pauseHoursMax = 1
/** Nobody waits for it there, and each ask is a step of the clock. */
const pauseOnClockHoursMax = 24

/** The job behind every mandate that is being set up: asks its provider what became of it. */
export async function settleSetup(
  deps: SettleDeps,
  { setupId }: { readonly setupId: MandateSetupId },
): Promise<void> {
  const setup = await selectSetup(deps.db, setupId)
  if (setup?.status !== 'pending') return
  const { now } = await momentOfPolicy(deps.db, deps.clock, setup.policyId)
  const found = await askProvider(deps, setup.provider, async ({ name, setups }, signal) => {
    if (setups === undefined) throw new Error(`${name} has no mandates`)
    return setups.find(setup, now, signal)
  })
  const givesUpAt = setup.createdAt.add({ hours: pendingHours })
  if (found !== null && found.status !== 'pending') {
    await recordSetup(deps, setup, found)
  } else if (Temporal.Instant.compare(now, givesUpAt) >= 0) {
    await recordSetup(deps, setup, notConfirmed)
  } else {
    await askAgain(deps, setup, givesUpAt)
  }
}

async function askAgain(
  deps: SettleDeps,
  { id, policyId }: MandateSetup,
  givesUpAt: Temporal.Instant,
): Promise<void> {
  await deps.db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    const setup = await selectSetup(tx, id)
    if (setup?.status !== 'pending') return
    const moment = await momentOfPolicy(tx, deps.clock, policyId)
    const longest = moment.clockId === null ? pauseHoursMax : pauseOnClockHoursMax
    const next = notAfter(nextAsk(setup.createdAt, moment.now, longest), givesUpAt)
    await askAboutSetup(tx, setup, moment, next)
  })
}

/** Has the provider asked at a moment of the policy's time: by a job, or by a deadline of its clock. */
export async function askAboutSetup(
  tx: Transaction,
  { id: setupId, policyId }: MandateSetup,
  { clockId }: Moment,
  at: Temporal.Instant,
): Promise<void> {
  if (clockId !== null) {
    return setDeadline(tx, { policyId, clockId, kind: 'settlement', key: setupId, dueAt: at })
  }
  await enqueue(
    tx,
    'settle_mandate',
    { setupId, policyId },
    { runAt: at, key: `settle ${setupId}` },
  )
}

const notConfirmed = {
  status: 'failed',
  errorCode: 'not_confirmed',
  reason: `The mandate was not confirmed within ${pendingHours} hours.`,
} as const
