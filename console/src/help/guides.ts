import { createStore } from '../store.ts'

type Load = () => Promise<{ readonly default: string }>

/** The guides that concern the console, each loaded when it is opened. */
export const guides = {
  console: () => import('guides/console.md'),
  'policy-life': () => import('guides/policy-life.md'),
  parties: () => import('guides/parties.md'),
  withdrawal: () => import('guides/withdrawal.md'),
  'mass-endorsement': () => import('guides/mass-endorsement.md'),
  billing: () => import('guides/billing.md'),
  'dunning-and-renewal': () => import('guides/dunning-and-renewal.md'),
  accounting: () => import('guides/accounting.md'),
  commission: () => import('guides/commission.md'),
  mail: () => import('guides/mail.md'),
  documents: () => import('guides/documents.md'),
  webhooks: () => import('guides/webhooks.md'),
  evidence: () => import('guides/evidence.md'),
  datasets: () => import('guides/datasets.md'),
  'test-clocks': () => import('guides/test-clocks.md'),
  people: () => import('guides/people.md'),
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
