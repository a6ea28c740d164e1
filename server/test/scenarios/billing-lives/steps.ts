import { enterByHand, reverse } from './by-hand.ts'
import { handOver } from './hand-over.ts'
import { type Life, isOver } from './life.ts'
import { defer, giveUp, payOpen, receive, takeBack } from './money.ts'
import { bankSays, payOut } from './payouts.ts'
import type { Step } from './stories.ts'
import { cancel, change, changePlan, moveEnd, reinstate, withdraw } from './transactions.ts'

export async function doStep(life: Life, step: Step): Promise<void> {
  life.platform.clock.advance({ milliseconds: 1 }) // What is asked for later sorts later.
  if (step === 'nothing') return
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
  if (isOver(life)) return
  if ('change' in step) return change(life, step.change, step.from, step.pay)
  if ('plan' in step) return changePlan(life, step.plan, step.from)
  if ('cancel' in step) return cancel(life, step.cancel, step.by)
  if ('moveEnd' in step) return moveEnd(life, step.moveEnd, step.pay)
  if ('withdraw' in step) return withdraw(life, step.withdraw)
  return reinstate(life, step.reinstate === 'with a gap', step.pay)
}
