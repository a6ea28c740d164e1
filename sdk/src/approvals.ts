import type { Caller } from './caller.ts'
import type {
  ApproveRequest,
  ChangeApprovalRules,
  DeclineRequest,
  Operations,
  RequestApproval,
} from './generated.ts'
import type { CallOptions } from './operation.ts'

type Filters = Omit<Operations['searchApprovals']['query'], 'limit'> & { readonly limit?: number }

/** Acts that wait for a second person. People request and decide: send a personal token. */
export function approvalsOf({ call, list }: Caller) {
  return {
    search: ({ limit, ...filters }: Filters = {}, options?: CallOptions) =>
      list('searchApprovals', {
        ...options,
        query: { ...filters, ...(limit === undefined ? {} : { limit: String(limit) }) },
      }),
    show: (approvalId: string, options?: CallOptions) =>
      call('showApproval', { ...options, params: { approvalId } }),
    /** Requests a call that was refused with `second_person_required`. */
    request: (body: RequestApproval, options?: CallOptions) =>
      call('requestApproval', { ...options, body }),
    /** Makes the call. `result` is its answer. */
    approve: (approvalId: string, body: ApproveRequest = {}, options?: CallOptions) =>
      call('approveRequest', { ...options, params: { approvalId }, body }),
    decline: (approvalId: string, body: DeclineRequest, options?: CallOptions) =>
      call('declineRequest', { ...options, params: { approvalId }, body }),
    /** Only the person who made the request can withdraw it. */
    withdraw: (approvalId: string, options?: CallOptions) =>
      call('withdrawRequest', { ...options, params: { approvalId } }),
  }
}

/** Which acts of the account need a second person. */
export function approvalRulesOf({ call }: Caller) {
  return {
    show: (options?: CallOptions) => call('showApprovalRules', options),
    /** Replaces all rules. While there is one, this needs a second person too. */
    change: (body: ChangeApprovalRules, options?: CallOptions) =>
      call('changeApprovalRules', { ...options, body }),
  }
}
