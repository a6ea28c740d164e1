import type { Caller } from './caller.ts'
import type {
  AgreeOnCommission,
  FinishCommissionStatement,
  MakeCommissionStatement,
  Operations,
} from './generated.ts'
import type { CallOptions, OperationId } from './operation.ts'

/** The filters of a search. The size of a page is a number here. */
type Search<Id extends OperationId> = Omit<Operations[Id]['query'], 'limit'> & {
  readonly limit?: number
}

/** What distributors earn: all of it for an insurer, its own for a distributor. */
export function commissionOf({ call, list, download }: Caller) {
  return {
    agreements: (distributorId: string, options?: CallOptions) =>
      call('listCommissionAgreements', { ...options, params: { distributorId } }),
    /** Records what was agreed with a distributor. */
    agree: (distributorId: string, body: AgreeOnCommission, options?: CallOptions) =>
      call('agreeOnCommission', { ...options, params: { distributorId }, body }),
    /** What was earned and taken back, also before there is a statement. */
    entries: (filters: Search<'searchCommissionEntries'> = {}, options?: CallOptions) =>
      list('searchCommissionEntries', { ...options, query: asText(filters) }),
    statements: (filters: Search<'searchCommissionStatements'> = {}, options?: CallOptions) =>
      list('searchCommissionStatements', { ...options, query: asText(filters) }),
    showStatement: (statementId: string, options?: CallOptions) =>
      call('showCommissionStatement', { ...options, params: { statementId } }),
    /** The entries of a statement as CSV, in chunks. */
    exportStatement: (statementId: string, options?: CallOptions) =>
      download('exportCommissionStatement', { ...options, params: { statementId } }),
    /** Makes the statement of a distributor and month. */
    makeStatement: (body: MakeCommissionStatement, options?: CallOptions) =>
      call('makeCommissionStatement', { ...options, body }),
    /** Says that a statement was paid out or set off. */
    finishStatement: (
      statementId: string,
      body: FinishCommissionStatement,
      options?: CallOptions,
    ) => call('finishCommissionStatement', { ...options, params: { statementId }, body }),
  }
}

function asText<Query extends { readonly limit?: number }>({ limit, ...filters }: Query) {
  return { ...filters, ...(limit === undefined ? {} : { limit: String(limit) }) }
}
