/** What a grant of a permission can be limited to. */
export type LimitKind = 'products' | 'distributors' | 'test_mode'

interface Description {
  /** What its holder may do, for people who put roles together. */
  readonly description: string
  readonly limits: readonly LimitKind[]
}

const ofSales = ['products', 'distributors', 'test_mode'] as const
const ofProducts = ['products'] as const
const ofMode = ['test_mode'] as const
/** Whatever belongs to the account as a whole, in both modes. */
const ofAccount = [] as const

/** The closed list of permissions. Calls name theirs in `http/access/permissions-of-calls.ts`. */
export const permissions = {
  'quotes.create': { description: 'Ask for prices', limits: ofSales },
  'quotes.read': { description: 'See quotes', limits: ofSales },
  'leads.create': { description: 'Save a sale to continue it later', limits: ofSales },
  'leads.read': { description: 'See saved sales', limits: ofSales },
  'offers.create': { description: 'Make offers', limits: ofSales },
  'offers.read': { description: 'See offers', limits: ofSales },
  'payments.create': { description: 'Pay for offers and invoices', limits: ofSales },
  'payments.read': { description: 'See payments', limits: ofSales },
  'payments.resolve': { description: 'Decide payments in doubt', limits: ofSales },
  'refunds.resolve': { description: 'Decide refunds in doubt', limits: ofSales },
  'policies.read': { description: 'See policies, their accounts and history', limits: ofSales },
  'policies.endorse': { description: 'Change what a policy covers', limits: ofSales },
  'parties.manage': {
    description: 'Change who is policyholder, insured, payer or beneficiary of a policy',
    limits: ofSales,
  },
  'customers.join': {
    description: 'Join customers that are one person, and split them again',
    limits: ofMode,
  },
  'policies.cancel': { description: 'Cancel policies, and move their end', limits: ofSales },
  'policies.withdraw': { description: 'Record withdrawals', limits: ofSales },
  'withdrawals.read': {
    description: 'See withdrawals that customers have declared',
    limits: ['products', 'test_mode'],
  },
  'withdrawals.settle': {
    description: 'Settle and refuse withdrawals that customers have declared',
    limits: ['products', 'test_mode'],
  },
  'policies.reinstate': { description: 'Reinstate policies', limits: ofSales },
  'deliveries.record': {
    description: 'Record the delivery of a policy’s documents',
    limits: ofSales,
  },
  'prices.explain': { description: 'See how a price came about', limits: ofSales },
  'renewals.read': { description: 'See renewals', limits: ofSales },
  'renewals.decide': { description: 'Accept, decline and retry renewals', limits: ofSales },
  'dunning.read': { description: 'See dunning cases and holds', limits: ofSales },
  'dunning.hold': { description: 'Hold dunning, and release it', limits: ofSales },
  'dunning.record_legal_action': { description: 'Record legal action', limits: ofSales },
  'mandates.manage': {
    description: 'Revoke mandates, and create links for new ones',
    limits: ofSales,
  },
  'invoices.read': { description: 'See invoices', limits: ofSales },
  'invoices.write_off': { description: 'Write off invoices', limits: ofSales },
  'invoices.defer': { description: 'Move the due dates of invoices', limits: ofSales },
  'money.enter': {
    description: 'Give goodwill, charge fees and correct what is owed, by hand',
    limits: ofSales,
  },
  'payouts.read': { description: 'See payouts', limits: ofSales },
  'payouts.order': { description: 'Order that credit is paid out', limits: ofSales },
  'payouts.manage': {
    description: 'Say where payouts go, release them, and say what became of them',
    limits: ofSales,
  },
  'payouts.export': {
    description: 'Give payouts to the bank, with the account numbers of customers',
    limits: ofMode,
  },
  'receipts.read': { description: 'See money that came in by bank', limits: ofMode },
  'receipts.record': {
    description: 'Record, import, match and dismiss money that came in by bank',
    limits: ofMode,
  },
  'accounting.read': {
    description: 'See the journal, the reports of the ledger and closed months',
    limits: ofMode,
  },
  'accounting.close': { description: 'Close a month for ever', limits: ofMode },
  'reconciliation.accept': {
    description: 'Accept differences to payment providers as known, and reopen them',
    limits: ofMode,
  },
  'commission.read': {
    description: 'See commission: agreements, entries and statements',
    limits: ['distributors', 'test_mode'],
  },
  'commission.agree': { description: 'Agree on commission', limits: ofAccount },
  'commission.settle': {
    description: 'Make commission statements, and mark them as paid out or set off',
    limits: ['distributors', 'test_mode'],
  },
  'mass_endorsements.manage': {
    description: 'Prepare, preview, see and stop changes of many policies',
    limits: ofMode,
  },
  'mass_endorsements.start': { description: 'Start changes of many policies', limits: ofMode },
  'figures.read': { description: 'See the figures of days', limits: ofSales },
  'requests.read': { description: 'See the log of requests, and the health', limits: ofMode },
  'tasks.read': { description: 'See tasks', limits: ofMode },
  'tasks.manage': { description: 'Create, change and finish tasks', limits: ofMode },
  'views.use': { description: 'See saved views, save and share them', limits: ofMode },
  'notes.read': { description: 'See notes on policies and customers', limits: ofMode },
  'notes.write': { description: 'Write and remove notes', limits: ofMode },
  'letters.read': { description: 'See letters for the post, and fetch them', limits: ofSales },
  'letters.manage': {
    description: 'Record that letters were posted, arrived or came back',
    limits: ofSales,
  },
  'mails.resend': { description: 'Send mails again that were given up', limits: ofSales },
  'suppressed_addresses.read': {
    description: 'See addresses that no mail goes to',
    limits: ofMode,
  },
  'suppressed_addresses.manage': {
    description: 'Suppress addresses, and release them',
    limits: ofMode,
  },
  'delivery_reports.record': {
    description: 'Take in reports about the delivery of mails',
    limits: ofMode,
  },
  'mail_server.read': { description: 'See the mail server, without its password', limits: ofMode },
  'mail_server.manage': { description: 'Set, test and remove the mail server', limits: ofMode },
  'personal_data.read': { description: 'See personal data of customers', limits: ofMode },
  'personal_data.reveal': {
    description: 'Reveal masked personal data, one by one, with a reason',
    limits: ofMode,
  },
  'products.read': { description: 'See products and their versions', limits: ofProducts },
  'products.write': { description: 'Check, try out and push products', limits: ofProducts },
  'products.publish': { description: 'Publish product versions', limits: ofProducts },
  'impacts.read': { description: 'See what drafts do to prices', limits: ofMode },
  'impacts.run': { description: 'Compute what a draft does to prices', limits: ofMode },
  'datasets.read': { description: 'See and export datasets', limits: ofAccount },
  'datasets.import': { description: 'Import datasets', limits: ofAccount },
  'clocks.read': { description: 'See test clocks', limits: ofAccount },
  'clocks.manage': { description: 'Create and advance test clocks', limits: ofAccount },
  'portfolio_checks.read': { description: 'See checks of the portfolio', limits: ofMode },
  'portfolio_checks.run': { description: 'Check the portfolio', limits: ofMode },
  'events.read': { description: 'Read events', limits: ['distributors', 'test_mode'] },
  'webhooks.read': { description: 'See webhooks and their deliveries', limits: ofMode },
  'webhooks.manage': { description: 'Create, change and test webhooks', limits: ofMode },
  'audit.read': { description: 'Read the audit log and its evidence', limits: ofMode },
  'accounts.read': { description: 'See the account and its distributors', limits: ofAccount },
  'distributors.create': {
    description: 'Create distributors, and set where mails to them go',
    limits: ofAccount,
  },
  'keys.read': { description: 'See keys, without their secrets', limits: ofAccount },
  'keys.manage': { description: 'Create, rotate and revoke keys', limits: ofAccount },
  'access_tokens.read': { description: 'See access tokens for data', limits: ofAccount },
  'access_tokens.manage': { description: 'Create and revoke access tokens', limits: ofAccount },
  'payment_providers.read': { description: 'See payment providers', limits: ofAccount },
  'payment_providers.manage': { description: 'Declare payment providers', limits: ofAccount },
  'users.read': { description: 'See people, their roles and sessions', limits: ofAccount },
  'users.manage': {
    description: 'Invite people, change their roles, end their sessions',
    limits: ofAccount,
  },
  'roles.read': { description: 'See roles and permissions', limits: ofAccount },
  'roles.manage': { description: 'Create, change and delete roles', limits: ofAccount },
  'approvals.read': { description: 'See requests for a second person', limits: ofSales },
  'approvals.decide': {
    description: 'Approve and decline requests of others, for acts that one may do oneself',
    limits: ofSales,
  },
  'approvals.configure': {
    description: 'Say which acts need a second person',
    limits: ofAccount,
  },
  'single_sign_on.manage': { description: 'Set up single sign-on', limits: ofAccount },
} as const satisfies Readonly<Record<string, Description>>

export type Permission = keyof typeof permissions

export const allPermissions = Object.keys(permissions) as readonly Permission[]

export function isPermission(text: string): text is Permission {
  return Object.hasOwn(permissions, text)
}

export function mayBeLimitedTo(permission: Permission, kind: LimitKind): boolean {
  const { limits }: Description = permissions[permission]
  return limits.includes(kind)
}
