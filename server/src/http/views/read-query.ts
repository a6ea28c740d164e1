import { type JsonObject, invalidData } from '../../kernel/index.ts'
import { type Caller, limitsOf } from '../../identity/index.ts'
import type { SavedView } from '../../saved-views/index.ts'
import type { HttpDeps } from '../deps.ts'
import { invoiceFilters, readInvoiceFilters } from '../invoices/search-invoices.ts'
import { paymentFilters, readPaymentFilters } from '../payments/search-payments.ts'
import { policyFilters, readPolicyFilters } from '../policies/find-policies.ts'

type Query = Readonly<Record<string, string>>

interface CountedList {
  readonly permission: 'policies.read' | 'offers.read' | 'payments.read' | 'invoices.read'
  readonly parameters: readonly string[]
  readonly read: (deps: HttpDeps, caller: Caller, query: Query) => Promise<object>
}

const ofPolicies = {
  parameters: Object.keys(policyFilters),
  read: ({ db }: HttpDeps, caller: Caller, query: Query) => readPolicyFilters(db, caller, query),
}

/** The lists of which a job knows how to count the rows. */
const counted: Partial<Readonly<Record<SavedView['list'], CountedList>>> = {
  policies: { permission: 'policies.read', ...ofPolicies },
  offers: { permission: 'offers.read', ...ofPolicies },
  payments: {
    permission: 'payments.read',
    parameters: Object.keys(paymentFilters),
    read: ({ db }, caller, query) => readPaymentFilters(db, caller, query),
  },
  invoices: {
    permission: 'invoices.read',
    parameters: Object.keys(invoiceFilters),
    read: ({ db }, caller, query) => readInvoiceFilters(db, caller, query),
  },
}

/** Pages belong to whoever looks, and people into no view that others see. */
const notInViews = ['limit', 'starting_after', 'ending_before', 'email', 'name']

export const wrongQuery = { code: 'invalid_value', field: 'query' } as const

/** What a query asks for; null where the list is not counted. */
export async function readQuery(
  deps: HttpDeps,
  caller: Caller,
  list: SavedView['list'],
  text: string,
): Promise<JsonObject | null> {
  const query = Object.fromEntries(new URLSearchParams(text))
  const known = counted[list]
  const isWrong = Object.keys(query).some(
    (name) => notInViews.includes(name) || known?.parameters.includes(name) === false,
  )
  if (isWrong) throw invalidData([wrongQuery], null)
  // Moments are read again where they are counted.
  return known === undefined
    ? null
    : (JSON.parse(JSON.stringify(await known.read(deps, caller, query))) as JsonObject)
}

/** A count says nothing to those who may see only some of its rows. */
export function showsCount({ grants }: Caller, list: SavedView['list']): boolean {
  const known = counted[list]
  return known !== undefined && limitsOf(grants, known.permission) === null
}
