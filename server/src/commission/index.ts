export { agreeOnCommission } from './agree.ts'
export { type CommissionAgreement, earnings, liabilityMonthsMax, payouts } from './agreement.ts'
export { selectAgreementsWith } from './agreement-store.ts'
export { commissionJobs } from './background-jobs.ts'
export { commissionFaults } from './commission-faults.ts'
export { type CommissionEntry, entryCauses } from './entry.ts'
export { searchEntries } from './entry-store.ts'
export { findStatement } from './find-statement.ts'
export { finishStatement, refusalOfFinishing } from './finish-statement.ts'
export { followFeed } from './follow-feed.ts'
export { keepPostingCommission } from './keep-following.ts'
export { makeStatement } from './make-statement.ts'
export {
  agreementNotLater,
  doneInFuture,
  earlierMonthOpen,
  nothingToState,
  statementExists,
  statementMonthNotOver,
  statementNotFound,
  statementNotOpen,
} from './reasons.ts'
export {
  type CommissionStatement,
  type StatementState,
  balanceOf,
  stateOf,
  statementStates,
} from './statement.ts'
export { entriesOf, statementLines } from './statement-lines.ts'
export { searchStatements } from './statement-store.ts'
