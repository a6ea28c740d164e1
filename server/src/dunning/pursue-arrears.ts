import type { Clock, Moment, PolicyId } from '../kernel/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { momentOf, setDeadline } from '../deadlines/index.ts'
import { lockPolicies, selectPolicy } from '../policies/index.ts'
import type { Catalogue } from '../products/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { upsertCase } from './case-store.ts'
import { cureCase, endCase } from './close-case.ts'
import { askForTermination } from './ask-for-termination.ts'
import { lapse, suspend } from './end-cover.ts'
import { followFirstPremium } from './first-premium.ts'
import { type Seen, lookAtArrears } from './look-at-arrears.ts'
import { nextLook } from './next-look.ts'
import { openCase } from './open-case.ts'
import { beginGrace, loseProof, sendByPost } from './prove-notice.ts'
import { reviewLapses } from './review-lapse.ts'
import { reviveIfPaid } from './revive.ts'
import { giveNotice, remind, voidNotice } from './write-to-customer.ts'

export interface DunningDeps {
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly keyRing: KeyRing
}

/** The job that runs whenever something about the overdue invoices has changed. */
export async function handleArrears(
  deps: DunningDeps & { readonly db: Database },
  { policyId }: { readonly policyId: PolicyId },
): Promise<void> {
  await deps.db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    const policy = await selectPolicy(tx, policyId)
    if (policy === undefined) throw new Error(`there is no policy ${policyId}`)
    await pursueArrears(deps, tx, { policyId }, await momentOf(tx, deps.clock, policy))
  })
}

/**
 * Takes the dunning steps that are due for a policy, one after the other, and sets the day of the next
 * check. It is idempotent: a step that was taken is not taken again. The policy must be locked.
 */
export async function pursueArrears(
  deps: DunningDeps,
  tx: Transaction,
  { policyId, key }: { readonly policyId: PolicyId; readonly key?: string },
  moment: Moment,
): Promise<void> {
  await followFirstPremium(deps, tx, { policyId, ...(key !== undefined && { key }) }, moment)
  await reviewLapses(deps, tx, policyId, moment)
  let isDone: boolean
  do {
    const seen = await lookAtArrears(deps, tx, policyId, moment)
    if (seen === null) return
    await takeStep(deps, tx, seen, moment)
    if (seen.step.do === 'nothing') isDone = !(await reviveIfPaid(deps, tx, seen, moment))
    else isDone = seen.step.do === 'wait'
  } while (!isDone)
}

async function takeStep(
  deps: DunningDeps,
  tx: Transaction,
  seen: Seen,
  moment: Moment,
): Promise<void> {
  const { step, policy, arrears } = seen
  if (step.do === 'nothing') return
  if (step.do === 'open') return openCase(tx, seen, moment)
  if (seen.open === null) throw new Error('a step is taken of no case')
  const overdue = arrears.late.reduce((sum, { open }) => sum + open, 0)
  const ours = { ...seen, open: { ...seen.open, overdue } }
  switch (step.do) {
    case 'wait':
      await upsertCase(tx, ours.open)
      return setDeadline(tx, nextLook(policy, ours.open, step.until))
    case 'cure':
      return cureCase(tx, ours, moment)
    case 'end':
      return endCase(tx, ours, moment)
    case 'void':
      return voidNotice(tx, ours, step, moment)
    case 'remind':
      return remind(deps, tx, ours, step, moment)
    case 'notice':
      return giveNotice(deps, tx, ours, step, moment)
    case 'post':
      return sendByPost(tx, ours, moment)
    case 'begin_grace':
      return beginGrace(tx, ours, step, moment)
    case 'lose_proof':
      return loseProof(tx, ours, moment)
    case 'suspend':
      return suspend(deps, tx, ours, step, moment)
    case 'lapse':
      return lapse(deps, tx, ours, step, moment)
    case 'ask_termination':
      return askForTermination(tx, ours, moment)
  }
}
