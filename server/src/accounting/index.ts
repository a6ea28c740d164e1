export type { EarnedPremium } from './earned-premium.ts'
export { earnedPremiumLines, searchEarnedPremium } from './read-earned-premium.ts'
export { type OpenItemTotals, openItemLines, totalOpenItems } from './read-open-items.ts'
export { accountingJobs } from './background-jobs.ts'
export { closeMonth } from './close-month.ts'
export { monthText, readMonth } from './month.ts'
export {
  type JournalLine,
  type JournalRequest,
  readJournal,
  readWholeJournal,
} from './read-journal.ts'
export { readTaxes } from './read-taxes.ts'
export {
  closingNotFound,
  closingUnderWay,
  monthClosed,
  monthNotNext,
  monthNotOver,
} from './reasons.ts'
export { readTrialBalance } from './trial-balance.ts'
export { turnoverByAccount } from './turnover.ts'
