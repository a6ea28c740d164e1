import {
  type AdjustmentSettings,
  type LifeSettings,
  endorsers,
  creditUses,
  increaseDues,
} from '../product-definition.ts'
import { readIndexation } from './indexation-settings.ts'
import type { Languages } from './local-texts.ts'
import type { Part } from './part.ts'

const backdateDaysMax = 3_650
const reinstatementDaysMax = 3_650
const adjustmentDaysMax = 3_650

/** Members of product.yaml itself: what may be done to a policy after the sale. */
export const lifeKeys = [
  'endorsements',
  'backdate_days',
  'distributor_backdate_days',
  'reinstatement_days',
  'increase_due',
  'refund',
  'adjustment',
  'indexation',
] as const

export const lifeDefault: LifeSettings = {
  endorsements: 'insurer',
  backdateDays: 30,
  distributorBackdateDays: 0,
  reinstatementDays: 30,
  increaseDue: 'now',
  refund: 'credit',
  adjustment: null,
  indexation: [],
}

export function readLife(root: Part, product: Languages): LifeSettings {
  const given = (name: (typeof lifeKeys)[number]) => root.member(name)
  return {
    endorsements: given('endorsements').optional(lifeDefault.endorsements, (part) =>
      part.oneOf(endorsers),
    ),
    backdateDays: given('backdate_days').optional(lifeDefault.backdateDays, (part) =>
      part.integer(0, backdateDaysMax),
    ),
    distributorBackdateDays: given('distributor_backdate_days').optional(
      lifeDefault.distributorBackdateDays,
      (part) => part.integer(0, backdateDaysMax),
    ),
    reinstatementDays: given('reinstatement_days').optional(lifeDefault.reinstatementDays, (part) =>
      part.integer(0, reinstatementDaysMax),
    ),
    increaseDue: given('increase_due').optional(lifeDefault.increaseDue, (part) =>
      part.oneOf(increaseDues),
    ),
    refund: given('refund').optional(lifeDefault.refund, (part) => part.oneOf(creditUses)),
    adjustment: given('adjustment').optional(lifeDefault.adjustment, readAdjustment),
    indexation: given('indexation').optional(lifeDefault.indexation, (part) =>
      readIndexation(part, product),
    ),
  }
}

function readAdjustment(part: Part): AdjustmentSettings {
  part.hasOnly(['fields', 'within_days'])
  const fields = part
    .member('fields')
    .filledList('List the answers that are declared after a term, for example [yearly_turnover].')
  return {
    fields: fields.map((field) => field.text('Name an answer of quote.json.')),
    withinDays: part.member('within_days').integer(1, adjustmentDaysMax),
  }
}
