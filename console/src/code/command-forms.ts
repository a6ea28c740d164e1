import type { OperationId } from '@bindery/sdk'

/** How a call is written on the command line: its words, then arguments, then options. */
export interface CommandForm {
  readonly words: string
  /** Members of the path or the body that stand without a name. */
  readonly arguments?: readonly string[]
  /** The option for a parameter or a member of the body. */
  readonly options?: Readonly<Record<string, string>>
  /** What the command does by itself: it shows the preview, asks, and sends what was seen. */
  readonly byItself?: readonly string[]
}

const policy = { arguments: ['policyId'] }
/** Commands that change a policy preview the change first. */
const change = { ...policy, byItself: ['preview_token'] }

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
  showPolicy: {
    words: 'policies show',
    ...policy,
    options: { as_of: '--as-of', known_at: '--known-at' },
  },
  showPolicyHistory: { words: 'policies history', ...policy },
  showTimeline: { words: 'policies history', ...policy },
  explainPolicy: { words: 'policies explain', ...policy },
  comparePolicyVersions: {
    words: 'policies compare',
    ...policy,
    options: { from: '--from', to: '--to' },
  },
  showPriceChange: {
    words: 'policies why',
    ...policy,
    options: { from: '--from', to: '--to', language: '--language' },
  },
  showAccount: { words: 'policies account', ...policy, options: { on: '--on' } },
  cancelPolicy: {
    words: 'policies cancel',
    ...change,
    options: {
      termination_date: '--date',
      cancellation_reason: '--reason',
      cancellation_kind: '--kind',
      cancellation_reason_code: '--reason-code',
      received_on: '--received',
      occurred_on: '--occurred',
    },
  },
  moveEnd: { words: 'policies move-end', ...change, options: { termination_date: '--date' } },
  withdrawPolicy: {
    words: 'policies withdraw',
    ...change,
    options: { received_on: '--received', sent_on: '--sent' },
  },
  reinstatePolicy: { words: 'policies reinstate', ...change, options: { gap: '--gap' } },
  recordDelivery: {
    words: 'policies delivered',
    ...policy,
    options: { delivered_on: '--date', evidence: '--evidence' },
  },
  showParties: { words: 'parties list', ...policy },
  changePolicyholder: {
    words: 'parties policyholder',
    ...change,
    options: {
      first_name: '--first-name',
      last_name: '--last-name',
      email: '--email',
      customer_id: '--customer',
      reason: '--reason',
    },
  },
  showCustomer: { words: 'customers show', arguments: ['customerId'] },
  showCustomerAccount: {
    words: 'customers account',
    arguments: ['customerId'],
    options: { on: '--on' },
  },
  acceptRenewal: { words: 'renewals accept', ...policy },
  declineRenewal: { words: 'renewals decline', ...policy },
  retryRenewal: { words: 'renewals retry', ...policy },
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
  recordReceipt: {
    words: 'receipts record',
    arguments: ['invoiceId'],
    options: { amount: '--amount', received_on: '--on', reference: '--reference' },
  },
  searchPayments: { words: 'payments', options: { status: '--status', policy_id: '--policy' } },
  searchReceipts: { words: 'receipts list', options: { state: '--state' } },
  searchPayouts: {
    words: 'payouts list',
    options: { state: '--state', problem: '--problem', policy_id: '--policy' },
  },
  searchDunning: {
    words: 'dunning list',
    options: { state: '--state', step: '--step', ...days },
  },
  listHolds: { words: 'dunning holds' },
  holdDunning: {
    words: 'dunning hold',
    options: { policy_id: '--policy', until: '--until', reason: '--reason' },
  },
  releaseHold: { words: 'dunning release', arguments: ['holdId'] },
  searchOpenItems: { words: 'accounting open-items', options: { day: '--day' } },
  readJournal: { words: 'accounting journal', options: journal },
  showTrialBalance: { words: 'accounting balance', options: days },
  listClosings: { words: 'accounting closings' },
  closeMonth: { words: 'accounting close', arguments: ['month'] },
  listEvents: { words: 'events', options: { type: '--type', subject_id: '--subject' } },
  listAudit: { words: 'audit', options: { subject_id: '--subject' } },
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
  listKeys: { words: 'keys list' },
  listProducts: { words: 'products list' },
  listAccounts: { words: 'accounts list' },
}
