import {
  type CancellationSettings,
  type LifeSettings,
  changers,
  creditUses,
  increaseDues,
  refundMethods,
} from '../product-definition.ts'
import type { Part } from './part.ts'

const backdateDaysMax = 3_650
const reinstatementDaysMax = 3_650
const freeLookDaysMax = 365

/** Members of product.yaml itself: what may be done to a policy after the sale. */
export const lifeKeys = [
  'changes',
  'backdate_days',
  'reinstatement_days',
  'increase_due',
  'refund',
] as const

export const lifeDefault: LifeSettings = {
  changes: 'insurer',
  backdateDays: 30,
  reinstatementDays: 30,
  increaseDue: 'now',
  refund: 'credit',
}

export const cancellationDefault: CancellationSettings = { refund: 'pro_rata', freeLookDays: 0 }

export function readLife(root: Part): LifeSettings {
  const given = (name: (typeof lifeKeys)[number]) => root.member(name)
  return {
    changes: given('changes').optional(lifeDefault.changes, (part) => part.oneOf(changers)),
    backdateDays: given('backdate_days').optional(lifeDefault.backdateDays, (part) =>
      part.integer(0, backdateDaysMax),
    ),
    reinstatementDays: given('reinstatement_days').optional(lifeDefault.reinstatementDays, (part) =>
      part.integer(0, reinstatementDaysMax),
    ),
    increaseDue: given('increase_due').optional(lifeDefault.increaseDue, (part) =>
      part.oneOf(increaseDues),
    ),
    refund: given('refund').optional(lifeDefault.refund, (part) => part.oneOf(creditUses)),
  }
}

export function readCancellation(part: Part): CancellationSettings {
  part.hasOnly(['refund', 'free_look_days'])
  return {
    refund: part
      .member('refund')
      .optional(cancellationDefault.refund, (refund) => refund.oneOf(refundMethods)),
    freeLookDays: part
      .member('free_look_days')
      .optional(cancellationDefault.freeLookDays, (days) => days.integer(0, freeLookDaysMax)),
  }
}
