import type { TProperties } from 'typebox'
import { Type } from '../wire/type.ts'
import type { Queryable } from '../../database/index.ts'
import type { Caller } from '../../identity/index.ts'
import { isId } from '../../kernel/index.ts'
import { selectProduct } from '../../products/index.ts'
import { isMaskedFor } from '../masks/mask-answers.ts'
import { personalDataMasked } from '../reasons.ts'
import { tooLongParameter, wrongParameter } from './reasons.ts'
import { createdParameters, dateErrors, pageErrors, pageParameters, readCreated } from './page.ts'

export const filterLengthMax = 300

export const filter = (description: string) =>
  Type.Optional(Type.String({ maxLength: filterLengthMax, description }))

export const saleFilters = {
  id: filter('This id exactly.'),
  product_id: filter('Of this product, by its id or key.'),
  distributor_id: filter('Sold by this distributor.'),
  ...createdParameters,
  ...pageParameters,
}

/** Filters by customer and policy number. */
export const customerFilters = {
  number: filter('This policy number exactly.'),
  email: filter('This e-mail address exactly; upper and lower case are the same.'),
  name: filter(
    'The beginning of the last name, or the first name and the beginning of the last name.',
  ),
}

/** What every search refuses. */
export const searchErrors = [...pageErrors, tooLongParameter('id', filterLengthMax), ...dateErrors]

/** What searches by customer refuse besides. */
const bySearch = 'A search by e-mail address or name'
export const customerSearchErrors = [
  ...searchErrors,
  personalDataMasked.listed({
    when: '`email` or `name` was sent, and personal data is masked for the caller.',
    example: [bySearch],
  }),
]

const oneOf = (statuses: readonly string[]) => `one of ${statuses.join(', ')}`

export const unknownStatus = (statuses: readonly string[]) =>
  wrongParameter.listed({
    label: 'unknown_status',
    when: 'The status is unknown.',
    example: ['status', oneOf(statuses)],
  })

/**
 * What all searches share. Each covers the whole portfolio, and is as fast at ten million policies
 * as at ten.
 */
export const searchSchema = <Filters extends TProperties>(
  operationId: string,
  summary: string,
  filters: Filters,
) => ({
  operationId,
  summary,
  description:
    'Newest first. Rows match all filters. The header `Link` has the next and previous page.',
  tags: ['Management'],
  querystring: Type.Object(filters),
})

/** What is searched: the sales of this insurer in the mode of its key, within its limits. */
export function scopeOf(caller: Caller) {
  return { insurerId: caller.account.id, livemode: caller.livemode, limits: caller.limits }
}

export async function readSaleFilters(
  db: Queryable,
  caller: Caller,
  query: {
    readonly product_id?: string
    readonly distributor_id?: string
    readonly created_from?: string
    readonly created_until?: string
  },
) {
  return {
    productId: await productIdOf(db, caller, given(query.product_id)),
    distributorId: given(query.distributor_id),
    ...readCreated(query),
  }
}

/** The id of a product that is named by its key; an unknown key finds nothing. */
export async function productIdOf(
  db: Queryable,
  { account }: Caller,
  idOrKey: string | null,
): Promise<string | null> {
  if (idOrKey === null || isId('pr', idOrKey)) return idOrKey
  return (await selectProduct(db, account.id, idOrKey))?.id ?? idOrKey
}

/** Whoever may not see a name or an address must not find out by searching either. */
export function readCustomerFilters(
  caller: Caller,
  query: { readonly number?: string; readonly email?: string; readonly name?: string },
) {
  const isPersonal = given(query.email) !== null || given(query.name) !== null
  if (isPersonal && isMaskedFor(caller)) throw personalDataMasked(bySearch)
  return { number: given(query.number), email: given(query.email), name: given(query.name) }
}

/** An empty filter is none. */
export function given(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value
}

export function readStatus<Status extends string>(
  text: string | undefined,
  statuses: readonly Status[],
): Status | null {
  if (given(text) === null) return null
  const status = statuses.find((one) => one === text)
  if (status === undefined) throw wrongParameter('status', oneOf(statuses))
  return status
}
