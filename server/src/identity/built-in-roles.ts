import { type Grant, unlimited } from './grants.ts'
import { type Permission, allPermissions } from './permission.ts'

/** A named set of grants. */
export interface Role {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly grants: readonly Grant[]
}

const sales = [
  'quotes.read',
  'leads.read',
  'offers.read',
  'payments.read',
  'policies.read',
  'withdrawals.read',
  'prices.explain',
  'renewals.read',
  'dunning.read',
  'invoices.read',
  'products.read',
  'accounts.read',
  'tasks.read',
  'notes.read',
  'views.use',
] as const satisfies readonly Permission[]

/** Everything that is only looked at, personal data excepted. */
const reading = allPermissions.filter((permission) => permission.endsWith('.read'))
const readingMasked = reading.filter((permission) => permission !== 'personal_data.read')

/** The roles that come along, for every insurer and distributor. */
export const builtInRoles: readonly Role[] = [
  role('viewer', 'Viewer', 'Sees sales, with personal data masked.', sales),
  role('service', 'Service', 'Looks after customers: sells, endorses, cancels, renews.', [
    ...sales,
    'personal_data.read',
    'quotes.create',
    'leads.create',
    'offers.create',
    'payments.create',
    'tasks.manage',
    'notes.write',
    'policies.endorse',
    'parties.manage',
    'customers.join',
    'policies.cancel',
    'policies.withdraw',
    'withdrawals.settle',
    'policies.reinstate',
    'deliveries.record',
    'mails.resend',
    'renewals.decide',
    'mandates.manage',
    'invoices.defer',
    'money.enter',
    'payouts.read',
    'payouts.order',
    'dunning.hold',
    'events.read',
    'approvals.read',
  ]),
  role('accountant', 'Accountant', 'Looks after money: invoices, receipts, payments, refunds.', [
    ...sales,
    'personal_data.read',
    'figures.read',
    'tasks.manage',
    'notes.write',
    'accounting.read',
    'accounting.close',
    'commission.read',
    'commission.settle',
    'receipts.read',
    'receipts.record',
    'payments.resolve',
    'refunds.resolve',
    'mandates.manage',
    'invoices.write_off',
    'invoices.defer',
    'money.enter',
    'payouts.read',
    'payouts.order',
    'payouts.manage',
    'payouts.export',
    'accounting.read',
    'dunning.hold',
    'dunning.record_legal_action',
    'events.read',
    'portfolio_checks.read',
    'portfolio_checks.run',
    'approvals.read',
    'approvals.decide',
  ]),
  role('underwriter', 'Underwriter', 'Decides about risks, and about renewals.', [
    ...sales,
    'personal_data.read',
    'quotes.create',
    'offers.create',
    'figures.read',
    'tasks.manage',
    'notes.write',
    'policies.endorse',
    'policies.cancel',
    'renewals.decide',
    'impacts.read',
    'datasets.read',
    'approvals.read',
    'approvals.decide',
  ]),
  role('product_builder', 'Product builder', 'Builds, tries out and publishes products.', [
    ...sales,
    'quotes.create',
    'products.write',
    'products.publish',
    'datasets.read',
    'datasets.import',
    'impacts.read',
    'impacts.run',
    'clocks.read',
    'clocks.manage',
    'payment_providers.read',
    'approvals.read',
    'approvals.decide',
  ]),
  role('operator', 'Operator', 'Keeps the platform running, without personal data.', [
    'views.use',
    'requests.read',
    'accounts.read',
    'products.read',
    'keys.read',
    'access_tokens.read',
    'payment_providers.read',
    'events.read',
    'webhooks.read',
    'webhooks.manage',
    'mails.resend',
    'portfolio_checks.read',
    'portfolio_checks.run',
    'impacts.read',
    'clocks.read',
    'datasets.read',
    'users.read',
  ]),
  role('auditor', 'Auditor', 'Sees everything, and reveals personal data with a reason.', [
    ...readingMasked,
    'prices.explain',
    'personal_data.reveal',
  ]),
  role('administrator', 'Administrator', 'May do everything.', allPermissions),
]

function role(
  key: string,
  name: string,
  description: string,
  granted: readonly Permission[],
): Role {
  return { key, name, description, grants: granted.map(unlimited) }
}
