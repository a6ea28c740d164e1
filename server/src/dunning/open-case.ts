import { type Moment, mintId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { upsertCase } from './case-store.ts'
import type { DunningCase } from './dunning-case.ts'
import { newsOfCase } from './dunning-news.ts'
import type { Seen } from './look-at-arrears.ts'

export async function openCase(
  tx: Transaction,
  { policy, arrears, today }: Seen,
  moment: Moment,
): Promise<void> {
  const opened: DunningCase = {
    id: mintId('dnc', moment),
    policyId: policy.id,
    insurerId: policy.insurerId,
    productId: policy.productId,
    livemode: policy.livemode,
    currency: policy.currency,
    productVersionId: policy.productVersionId,
    state: 'open',
    step: 'overdue',
    sinceDay: today.subtract({ days: 1 }),
    stepDay: today,
    reminders: 0,
    waitsFor: null,
    graceUntil: null,
    terminationDueOn: null,
    legalActionOn: null,
    unprovenSince: null,
    lapseUpheldAt: null,
    overdue: arrears.late.reduce((sum, { open }) => sum + open, 0),
    openedAt: moment.now,
    closedAt: null,
  }
  await upsertCase(tx, opened)
  const data = { overdue: opened.overdue, currency: opened.currency }
  await recordEvents(tx, [newsOfCase('dunning.opened', opened, policy, data)], moment)
}
