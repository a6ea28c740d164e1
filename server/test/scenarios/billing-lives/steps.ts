import { enterByHand, reverse } from './by-hand.ts'
import { handOver } from './hand-over.ts'
import { type Life, isOver } from './life.ts'
import { defer, giveUp, payOpen, receive, takeBack } from './money.ts'
import { bankSays, payOut } from './payouts.ts'
import type { Step } from './stories.ts'
import { tally } from './tally.ts'
import { cancel, change, changePlan, moveEnd, reinstate, withdraw } from './transactions.ts'

/** Does it, and counts it: whatever changes the model was carried out. */
export async function doStep(life: Life, step: Step): Promise<void> {
  const act = actOf(step)
  tally.draw(act)
  const isDone = await carryOut(life, step)
  if (isDone) tally.accept(act)
}

function actOf(step: Step): string {
  if (typeof step === 'string') return step
  if ('cancel' in step) return `cancel ${step.by}`
  const [act = ''] = Object.keys(step)
  const more: unknown = Object.values(step)[0]
  return typeof more === 'string' ? `${act} ${more}` : act
}

async function carryOut(life: Life, step: Step): Promise<boolean> {
  life.platform.clock.advance({ milliseconds: 1 }) // What is asked for later sorts later.
  if (step === 'nothing') return true
  if (step === 'pay out') return payOut(life)
  if (step === 'hand over') return handOver(life)
  if ('bank' in step) return bankSays(life, step.bank)
  if ('payOpen' in step) return payOpen(life, step.payOpen, step.at)
  if ('receive' in step) return receive(life, step)
  if ('giveUp' in step) return giveUp(life, step.giveUp)
  if ('enter' in step) return enterByHand(life, step)
  if ('reverse' in step) return reverse(life, step.reverse)
  if ('defer' in step) return defer(life, step.defer, step.by)
  if ('takeBack' in step) return takeBack(life, step.takeBack)
  if (isOver(life)) return false
  if ('change' in step) return change(life, step.change, step.from, step.pay)
  if ('plan' in step) return changePlan(life, step.plan, step.from)
  if ('cancel' in step) return cancel(life, step.cancel, step.by)
  if ('moveEnd' in step) return moveEnd(life, step.moveEnd, step.pay)
  if ('withdraw' in step) return withdraw(life, step.withdraw)
  return reinstate(life, step.reinstate === 'with a gap', step.pay)
}
