import { createStore } from '../store.ts'

type Load = () => Promise<{ readonly default: string }>

/** The guides that concern the console, each loaded when it is opened. */
export const guides = {
  console: () => import('../../../docs/guides/console.md'),
  'policy-life': () => import('../../../docs/guides/policy-life.md'),
  parties: () => import('../../../docs/guides/parties.md'),
  withdrawal: () => import('../../../docs/guides/withdrawal.md'),
  'mass-endorsement': () => import('../../../docs/guides/mass-endorsement.md'),
  billing: () => import('../../../docs/guides/billing.md'),
  'dunning-and-renewal': () => import('../../../docs/guides/dunning-and-renewal.md'),
  accounting: () => import('../../../docs/guides/accounting.md'),
  commission: () => import('../../../docs/guides/commission.md'),
  mail: () => import('../../../docs/guides/mail.md'),
  documents: () => import('../../../docs/guides/documents.md'),
  webhooks: () => import('../../../docs/guides/webhooks.md'),
  evidence: () => import('../../../docs/guides/evidence.md'),
  datasets: () => import('../../../docs/guides/datasets.md'),
  'test-clocks': () => import('../../../docs/guides/test-clocks.md'),
  people: () => import('../../../docs/guides/people.md'),
} as const satisfies Readonly<Record<string, Load>>

export type Guide = keyof typeof guides

export function isGuide(name: string): name is Guide {
  return Object.hasOwn(guides, name)
}

/** By the first part of the path; every other page is explained in the guide to the console. */
const guideOfPage: Readonly<Record<string, Guide>> = {
  policies: 'policy-life',
  customers: 'parties',
  renewals: 'dunning-and-renewal',
  dunning: 'dunning-and-renewal',
  runs: 'mass-endorsement',
  mails: 'mail',
  'mail-server': 'mail',
  'suppressed-addresses': 'mail',
  invoices: 'billing',
  payments: 'billing',
  receipts: 'billing',
  payouts: 'billing',
  disputes: 'billing',
  reconciliation: 'billing',
  'open-items': 'accounting',
  journal: 'accounting',
  'trial-balance': 'accounting',
  'earned-premium': 'accounting',
  taxes: 'accounting',
  closing: 'accounting',
  commission: 'commission',
  webhooks: 'webhooks',
  events: 'webhooks',
  audit: 'evidence',
  datasets: 'datasets',
  clocks: 'test-clocks',
  approvals: 'people',
  'approval-rules': 'people',
  keys: 'people',
  people: 'people',
  roles: 'people',
  me: 'people',
}

/** A path below the account, such as `/invoices`. */
export function guideOf(path: string): Guide {
  const [, first = ''] = path.split('/')
  return guideOfPage[first] ?? 'console'
}

/** The guide that is open beside the page. */
export const openGuide = createStore<Guide | null>(null)
