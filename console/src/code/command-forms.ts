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
  searchDunning: {
    words: 'dunning list',
    options: { state: '--state', step: '--step', ...days },
  },
  searchOpenItems: { words: 'accounting open-items', options: { day: '--day' } },
  readJournal: { words: 'accounting journal', options: journal },
  showTrialBalance: { words: 'accounting balance', options: days },
  listClosings: { words: 'accounting closings' },
  closeMonth: { words: 'accounting close', arguments: ['month'] },
  listEvents: { words: 'events', options: { type: '--type', subject_id: '--subject' } },
  listAudit: { words: 'audit', options: { subject_id: '--subject' } },
  searchMails: { words: 'mails list', options: { state: '--state', policy_id: '--policy' } },
  showMail: { words: 'mails show', arguments: ['mailId'] },
  resendMail: { words: 'mails resend', arguments: ['mailId'] },
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
