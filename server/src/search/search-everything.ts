import { type Clock, type CustomerId, Refusal } from '../kernel/index.ts'
import { searchInvoices } from '../billing/index.ts'
import type { Database } from '../database/index.ts'
import { timesOf } from '../deadlines/index.ts'
import { type Caller, type Permission, limitsOf } from '../identity/index.ts'
import { selectNumbers } from '../ledger/index.ts'
import { customerNotFound, readCustomer } from '../parties/index.ts'
import { searchPayments } from '../payments/index.ts'
import { type FoundSale, type SaleHint, quickSearchPolicies } from '../policies/index.ts'
import { searchQuotes } from '../quotes/index.ts'
import type { Found, NotSearched } from './found.ts'
import { type Hints, readHints } from './read-hints.ts'

export interface SearchDeps {
  readonly db: Database
  readonly clock: Clock
}

export interface SearchRequest {
  readonly typed: string
  readonly limit: number
  /** Whoever may not see names and addresses must not find out by searching either. */
  readonly seesPersonalData: boolean
}

type FoundSaleResult = Found & { readonly type: 'policy' | 'offer' }

interface Searched {
  readonly found: readonly Found[]
  readonly notSearched: readonly NotSearched[]
}

/** Everything that a text names, most exact first. The caller may see policies. */
export async function searchEverything(
  deps: SearchDeps,
  caller: Caller,
  { typed, limit, seesPersonalData }: SearchRequest,
): Promise<Searched> {
  const hints = readHints(typed, caller.livemode)
  const isAllowed = ({ by }: SaleHint) => seesPersonalData || (by !== 'name' && by !== 'email')
  const [byId, invoices, sales] = await Promise.all([
    lookUp(deps, caller, hints),
    hints.invoiceNumber === null ? [] : findInvoices(deps, caller, hints),
    findSales(deps, caller, hints.sales.filter(isAllowed), limit),
  ])
  const exact = sales.filter((one) => isExact(one, typed))
  const begun = sales.filter((one) => one.matched === 'number' && !exact.includes(one))
  const customers = seesPersonalData ? customersOf(sales.filter((one) => !begun.includes(one))) : []
  const others = sales.filter((one) => !exact.includes(one))
  const found = [...exact, ...byId, ...invoices, ...customers, ...others]
  return { found: found.slice(0, limit), notSearched: leftOut(caller, hints, seesPersonalData) }
}

/** Whether the text names this sale alone, not the beginning of many. */
function isExact({ matched, sale }: FoundSaleResult, typed: string): boolean {
  if (matched !== 'number') return matched === 'id'
  return sale.insurerPolicyId.toUpperCase() === typed.trim().toUpperCase()
}

/** A person with many policies is named once. */
const customersMax = 5

function customersOf(sales: readonly Found[]): Found[] {
  const customers = new Map<CustomerId, Found>()
  for (const one of sales) {
    if (one.type !== 'policy' || one.matched === 'id') continue
    const { customerId: id, firstName, lastName, email } = one.sale
    if (customers.has(id)) continue
    const customer = { id, firstName, lastName, email }
    customers.set(id, { type: 'customer', customer, matched: one.matched })
  }
  return [...customers.values()].slice(0, customersMax)
}

async function findSales(
  { db, clock }: SearchDeps,
  { account, livemode, grants }: Caller,
  hints: readonly SaleHint[],
  limit: number,
): Promise<FoundSaleResult[]> {
  const now = clock()
  const scope = {
    insurerId: account.id,
    livemode,
    limits: {
      policies: limitsOf(grants, 'policies.read'),
      offers: limitsOf(grants, 'offers.read'),
    },
    limit,
  }
  const lists = await Promise.all(
    hints.map(async (hint) => {
      const rows = await quickSearchPolicies(db.reads, { ...scope, hint }, now)
      return rows.map((sale) => ({ sale, matched: hint.by }))
    }),
  )
  const once = new Map<string, { sale: FoundSale; matched: SaleHint['by'] }>()
  for (const one of lists.flat()) if (!once.has(one.sale.id)) once.set(one.sale.id, one)
  const sales = [...once.values()]
  const timeFor = await timesOf(
    db,
    clock,
    sales.map(({ sale }) => sale),
  )
  return sales.map(({ sale, matched }) => ({
    type: sale.isIssued ? 'policy' : 'offer',
    sale,
    matched,
    now: timeFor(sale),
  }))
}

const onePage = { limit: 5, startingAfter: null, endingBefore: null }

async function findInvoices(
  { db }: SearchDeps,
  { account, livemode, grants }: Caller,
  { id, invoiceNumber }: Hints,
): Promise<Found[]> {
  const limits = limitsOf(grants, 'invoices.read')
  const scope = { insurerId: account.id, livemode, limits }
  const named = { id: id?.id ?? null, number: invoiceNumber }
  const { rows } = await searchInvoices(db, { ...scope, ...anyInvoice, ...named }, onePage)
  const numbers = await selectNumbers(
    db,
    rows.map((one) => one.id),
  )
  return rows.map((invoice) => ({
    type: 'invoice',
    invoice,
    number: numbers.get(invoice.id),
    matched: id === null ? 'number' : 'id',
  }))
}

const anyInvoice = {
  policyId: null,
  productId: null,
  state: null,
  kind: null,
  dueUntil: null,
} as const

/** What is named by an id, but for sales. */
async function lookUp(deps: SearchDeps, caller: Caller, hints: Hints): Promise<Found[]> {
  if (hints.id === null) return []
  const { type, id } = hints.id
  switch (type) {
    case 'sale':
      return []
    case 'customer':
      return findCustomer(deps, caller, id)
    case 'invoice':
      return findInvoices(deps, caller, hints)
    case 'payment':
      return findPayments(deps, caller, id)
    case 'quote':
      return findQuotes(deps, caller, id)
  }
}

async function findCustomer(deps: SearchDeps, caller: Caller, id: string): Promise<Found[]> {
  try {
    const customer = await readCustomer(deps, caller, id)
    return [{ type: 'customer', customer, matched: 'id' }]
  } catch (error) {
    if (error instanceof Refusal && error.details.code === customerNotFound.code) return []
    throw error
  }
}

const anyDay = { createdFrom: null, createdUntil: null } as const
const anySale = { productId: null, distributorId: null, ...anyDay } as const

async function findPayments(
  { db, clock }: SearchDeps,
  { account, livemode, grants }: Caller,
  id: string,
): Promise<Found[]> {
  const scope = { insurerId: account.id, livemode, limits: limitsOf(grants, 'payments.read') }
  const any = { ...anySale, number: null, email: null, name: null, policyId: null, status: null }
  const wanted = { ...scope, ...any, id, isInDoubt: false }
  const { rows } = await searchPayments(db, wanted, onePage, clock())
  return rows.map((payment) => ({ type: 'payment', payment, matched: 'id' }))
}

async function findQuotes(
  { db }: SearchDeps,
  { account, livemode, grants }: Caller,
  id: string,
): Promise<Found[]> {
  const scope = { insurerId: account.id, livemode, limits: limitsOf(grants, 'quotes.read') }
  const { rows } = await searchQuotes(db, { ...scope, ...anySale, id }, onePage)
  return rows.map((quote) => ({ type: 'quote', quote, matched: 'id' }))
}

/** Why something may be missing: what the text could have meant, and the caller may not see. */
function leftOut(
  { grants }: Caller,
  { id, invoiceNumber, sales }: Hints,
  seesPersonalData: boolean,
): NotSearched[] {
  const lacks = (permission: Permission) => !grants.has(permission)
  const personal = seesPersonalData
    ? []
    : (['name', 'email'] as const)
        .filter((what) => sales.some(({ by }) => by === what))
        .map((what) => ({ what, permission: 'personal_data.read' }) as const)
  const isInvoice = invoiceNumber !== null || id?.type === 'invoice'
  return [
    ...personal,
    ...(sales.length > 0 && lacks('offers.read')
      ? [{ what: 'offer', permission: 'offers.read' } as const]
      : []),
    ...(isInvoice && lacks('invoices.read')
      ? [{ what: 'invoice', permission: 'invoices.read' } as const]
      : []),
    ...(id?.type === 'payment' && lacks('payments.read')
      ? [{ what: 'payment', permission: 'payments.read' } as const]
      : []),
    ...(id?.type === 'quote' && lacks('quotes.read')
      ? [{ what: 'quote', permission: 'quotes.read' } as const]
      : []),
  ]
}
