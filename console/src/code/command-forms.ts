import type { OperationId } from '@bindery/sdk'

/** How a call is written on the command line: its words, then arguments, then options. */
export interface CommandForm {
  readonly words: string
  /** Members of the path or the body that stand without a name. */
  readonly arguments?: readonly string[]
  /** The option for a parameter or a member of the body. */
  readonly options?: Readonly<Record<string, string>>
  /** Members that the command sets by itself. */
  readonly without?: readonly string[]
  /** The option that takes the whole body as a file; `-` is standard input. */
  readonly file?: string
}

const days = { from: '--from', to: '--to' }
const sales = {
  number: '--number',
  email: '--email',
  name: '--name',
  status: '--status',
  product_id: '--product',
  distributor_id: '--distributor',
  created_from: '--from',
  created_until: '--until',
}
const journal = {
  ...days,
  account: '--account',
  policy_id: '--policy',
  product_id: '--product',
  distributor_id: '--distributor',
}

/** The calls that have a command. A test holds that each of these commands and options exists. */
export const commandForms: Partial<Record<OperationId, CommandForm>> = {
  searchPolicies: { words: 'policies find', options: sales },
  searchOffers: { words: 'policies find --offers', options: sales },
  searchStuckPolicies: { words: 'policies stuck' },
  showHealth: { words: 'health' },
  showPolicy: {
    words: 'policies show',
    arguments: ['policyId'],
    options: { as_of: '--as-of', known_at: '--known-at' },
  },
  showAccount: { words: 'policies account', arguments: ['policyId'], options: { on: '--on' } },
  comparePolicyVersions: { words: 'policies compare', arguments: ['policyId'], options: days },
  showPriceChange: {
    words: 'policies why',
    arguments: ['policyId'],
    options: { ...days, language: '--language' },
  },
  cancelPolicy: {
    words: 'policies cancel',
    arguments: ['policyId'],
    options: {
      termination_date: '--date',
      cancellation_reason: '--reason',
      cancellation_kind: '--kind',
      cancellation_reason_code: '--reason-code',
      received_on: '--received',
      occurred_on: '--occurred',
    },
    without: ['preview_token'],
  },
  moveEnd: {
    words: 'policies move-end',
    arguments: ['policyId'],
    options: { termination_date: '--date' },
    without: ['preview_token'],
  },
  withdrawPolicy: {
    words: 'policies withdraw',
    arguments: ['policyId'],
    options: { received_on: '--received', sent_on: '--sent' },
    without: ['preview_token'],
  },
  reinstatePolicy: {
    words: 'policies reinstate',
    arguments: ['policyId'],
    options: { gap: '--gap' },
    without: ['preview_token'],
  },
  showParties: { words: 'parties list', arguments: ['policyId'] },
  changePolicyholder: {
    words: 'parties policyholder',
    arguments: ['policyId'],
    options: {
      first_name: '--first-name',
      last_name: '--last-name',
      email: '--email',
      reason: '--reason',
    },
  },
  showCustomer: { words: 'customers show', arguments: ['customerId'] },
  showCustomerAccount: { words: 'customers account', arguments: ['customerId'] },
  writeOffInvoice: {
    words: 'invoices write-off',
    arguments: ['invoiceId'],
    options: { reason: '--reason' },
  },
  deferInvoice: {
    words: 'invoices defer',
    arguments: ['invoiceId'],
    options: { due_date: '--until', reason: '--reason' },
  },
  acceptRenewal: { words: 'renewals accept', arguments: ['policyId'] },
  declineRenewal: { words: 'renewals decline', arguments: ['policyId'] },
  retryRenewal: { words: 'renewals retry', arguments: ['policyId'] },
  showPolicyHistory: { words: 'policies history', arguments: ['policyId'] },
  explainPolicy: { words: 'policies explain', arguments: ['policyId'] },
  searchLeads: { words: 'leads', options: { product_id: '--product' } },
  searchRenewals: { words: 'renewals list', options: { state: '--state', ...days } },
  searchInvoices: {
    words: 'invoices list',
    options: {
      state: '--state',
      overdue_days: '--overdue',
      policy_id: '--policy',
      product_id: '--product',
      number: '--number',
    },
  },
  showInvoice: { words: 'invoices show', arguments: ['invoiceId'] },
  searchPayments: { words: 'payments', options: { status: '--status', policy_id: '--policy' } },
  searchReceipts: { words: 'receipts list', options: { state: '--state' } },
  searchPayouts: {
    words: 'payouts list',
    options: { state: '--state', problem: '--problem', policy_id: '--policy' },
  },
  searchDisputes: {
    words: 'disputes list',
    options: { state: '--state', policy_id: '--policy' },
  },
  searchReconciliation: {
    words: 'reconciliation list',
    options: { state: '--state', provider: '--provider', ...days },
  },
  listReconciliationAccounts: { words: 'reconciliation accounts' },
  acceptDifference: {
    words: 'reconciliation accept',
    arguments: ['itemId'],
    options: { reason: '--reason', difference: '--difference' },
  },
  reopenDifference: { words: 'reconciliation reopen', arguments: ['itemId'] },
  searchDunning: {
    words: 'dunning list',
    options: { state: '--state', step: '--step', ...days },
  },
  searchOpenItems: { words: 'accounting open-items', options: { day: '--day' } },
  readJournal: { words: 'accounting journal', options: journal },
  showTrialBalance: { words: 'accounting balance', options: days },
  listClosings: { words: 'accounting closings' },
  closeMonth: { words: 'accounting close', arguments: ['month'] },
  requestApproval: {
    words: 'approvals request',
    arguments: ['method', 'path'],
    options: { body: '--body', reason: '--reason' },
  },
  listEvents: { words: 'events', options: { type: '--type', subject_id: '--subject' } },
  listAudit: { words: 'audit', options: { subject_id: '--subject' } },
  searchLetters: {
    words: 'letters list',
    options: { state: '--state', policy_id: '--policy' },
  },
  fetchLetter: { words: 'letters fetch', arguments: ['letterId'] },
  sendLetter: { words: 'letters sent', arguments: ['letterId'], options: { date: '--date' } },
  deliverLetter: {
    words: 'letters delivered',
    arguments: ['letterId'],
    options: { date: '--date', evidence: '--evidence' },
  },
  returnLetter: { words: 'letters returned', arguments: ['letterId'], options: { date: '--date' } },
  searchMails: {
    words: 'mails list',
    options: { state: '--state', delivery: '--delivery', policy_id: '--policy' },
  },
  showMail: { words: 'mails show', arguments: ['mailId'] },
  resendMail: { words: 'mails resend', arguments: ['mailId'] },
  showMailServer: { words: 'mails server' },
  setMailServer: { words: 'mails server', file: '--from' },
  removeMailServer: { words: 'mails server --remove' },
  testMailServer: { words: 'mails server', options: { to: '--test' } },
  searchSuppressedAddresses: {
    words: 'mails suppressed',
    options: { address: '--address', reason: '--reason' },
  },
  suppressAddress: {
    words: 'mails suppress',
    arguments: ['address'],
    options: { note: '--note' },
  },
  releaseAddress: { words: 'mails release', arguments: ['suppressionId'] },
  listWebhooks: { words: 'webhooks list' },
  listDeliveries: {
    words: 'webhooks deliveries',
    arguments: ['webhookId'],
    options: { status: '--status', event_id: '--event' },
  },
  resendDeliveries: {
    words: 'webhooks resend',
    arguments: ['webhookId'],
    options: { event_id: '--event', failed: '--failed' },
  },
  testWebhook: { words: 'webhooks test', arguments: ['webhookId'] },
  listRoles: { words: 'roles list' },
  createRole: { words: 'roles create', file: '--from' },
  deleteRole: { words: 'roles delete', arguments: ['role'] },
  listKeys: { words: 'keys list' },
  listProducts: { words: 'products list' },
  listAccounts: { words: 'accounts list' },
}
