export { type BillingPeriod, periodsOf } from './billing-period.ts'
export { type Charge, type ChargedPeriod, chargeAgain } from './charge.ts'
export {
  endorseTimeline,
  hasLaterSegments,
  nextCut,
  planIn,
  planOn,
  segmentOn,
  termOn,
} from './endorse-timeline.ts'
export { changePlan, nextPlanDay } from './change-plan.ts'
export { type Conflict, conflictsOf } from './conflicts-of.ts'
export { type CoverDays, type CoverOnDay, coverOnDay, coverStates } from './cover-on-day.ts'
export { endTimeline } from './end-timeline.ts'
export {
  type Content,
  type ReplayStep,
  type ReplayedSegment,
  replayTransactions,
} from './replay-transactions.ts'
export { nextPeriod } from './next-period.ts'
export { type TermDays, nextTerm } from './next-term.ts'
export {
  type BillingTerms,
  type DuePeriod,
  type Instalments,
  dueDayFrom,
  periodsDue,
} from './periods-due.ts'
export { type PeriodPrice, free, isFree, minus, periodPriceOf, plus } from './period-price.ts'
export { type TaxedPart, partsByTax } from './slices-by-tax.ts'
export { earnPeriod, pricePeriod } from './price-period.ts'
export {
  areSame as areSameTaxChanges,
  changeTax,
  moveTaxChanges,
  taxChangesOn,
  taxDay,
} from './tax-changes.ts'
export type { Ending, PlanChange, Segment, TaxChange, Term, Timeline } from './timeline.ts'
export { renewTimeline } from './renew-timeline.ts'
export { isWithdrawn, withdrawTimeline } from './withdraw-timeline.ts'
export { reviveTimeline } from './revive-timeline.ts'
export { resumeTimeline, suspendTimeline, suspendedSince } from './suspend-timeline.ts'
