import type { Moment } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { upsertCase } from './case-store.ts'
import { newsOfCase } from './dunning-news.ts'
import type { SeenCase } from './look-at-arrears.ts'

/** The contract can end now, but by a letter alone that a person sends and can prove. */
export async function askForTermination(
  tx: Transaction,
  { open, policy, today }: SeenCase,
  moment: Moment,
): Promise<void> {
  await upsertCase(tx, { ...open, terminationDueOn: today })
  const data = { suspended_since: open.stepDay.toString() }
  await recordEvents(tx, [newsOfCase('dunning.termination_due', open, policy, data)], moment)
}
