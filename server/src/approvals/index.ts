export {
  type Approval,
  type RequestedCall,
  approvalStatuses,
  openCall,
  statusOf,
} from './approval.ts'
export { type ApprovalRule, ruledActs } from './approval-rule.ts'
export { selectApprovalRules } from './approval-rule-store.ts'
export { searchApprovals, selectApproval } from './approval-store.ts'
export { approvalJobs } from './background-jobs.ts'
export { changeApprovalRules } from './change-rules.ts'
export {
  approveAct,
  declineRequest,
  mayDecide,
  mayDoAct,
  refusalToApprove,
  refusalToDecline,
  refusalToWithdraw,
  requesterOf,
  withdrawRequest,
} from './decide-approval.ts'
export { passSecondPerson, readRefusalAlone } from './pass-second-person.ts'
export * from './reasons.ts'
export { personIn, requestApproval } from './request-approval.ts'
