/** Where a permission stands in a form, by the part of its name before the dot. */
const places = {
  sales: ['quotes', 'leads', 'offers'],
  policies: [
    'policies',
    'parties',
    'customers',
    'withdrawals',
    'deliveries',
    'prices',
    'renewals',
    'letters',
    'mails',
    'suppressed_addresses',
    'delivery_reports',
    'notes',
  ],
  personalData: ['personal_data'],
  money: [
    'payments',
    'refunds',
    'mandates',
    'invoices',
    'money',
    'payouts',
    'receipts',
    'dunning',
    'accounting',
    'reconciliation',
    'commission',
  ],
  work: ['tasks', 'views', 'figures', 'mass_endorsements', 'approvals'],
  products: ['products', 'impacts', 'datasets', 'clocks'],
  operations: ['events', 'webhooks', 'requests', 'portfolio_checks', 'audit'],
  account: [
    'accounts',
    'distributors',
    'keys',
    'access_tokens',
    'payment_providers',
    'mail_server',
    'users',
    'roles',
    'single_sign_on',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type PermissionGroup = keyof typeof places | 'other'

/** In the order of a form. */
export const permissionGroups = [
  ...(Object.keys(places) as (keyof typeof places)[]),
  'other',
] as const // Of this object.

/** What a newer server has added is among the others. */
export function groupOf(permission: string): PermissionGroup {
  const [noun = ''] = permission.split('.')
  return (
    permissionGroups.find(
      (group) => group !== 'other' && places[group].some((one) => one === noun),
    ) ?? 'other'
  )
}
