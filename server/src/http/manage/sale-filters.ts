import { type TProperties, Type } from 'typebox'
import type { callerOf } from '../access.ts'
import { createdParameters, pageParameters, readCreated, wrong } from './page.ts'

export const filter = (description: string) =>
  Type.Optional(Type.String({ maxLength: 300, description }))

export const saleFilters = {
  id: filter('Exactly this id.'),
  product_id: filter('Of this product.'),
  distributor_id: filter('Sold by this distributor.'),
  ...createdParameters,
  ...pageParameters,
}

/** What the customer or the policy tells of a sale. */
export const customerFilters = {
  number: filter('Exactly this policy number.'),
  email: filter('Exactly this e-mail address; case does not count.'),
  name: filter('The beginning of the last name, or a first name and the beginning of the last.'),
}

/** What all searches say alike; each goes over the whole book, at ten million policies as fast as at ten. */
export const searchSchema = <Filters extends TProperties>(
  operationId: string,
  summary: string,
  filters: Filters,
) => ({
  operationId,
  summary,
  description:
    'Newest first; filters all must hold. The header `Link` leads to the next and previous page.',
  tags: ['Management'],
  querystring: Type.Object(filters),
})

/** What is searched: the sales of this insurer in the mode of its key. */
export function scopeOf(caller: ReturnType<typeof callerOf>) {
  return { insurerId: caller.account.id, livemode: caller.livemode }
}

export function readSaleFilters(query: {
  readonly product_id?: string
  readonly distributor_id?: string
  readonly created_from?: string
  readonly created_until?: string
}) {
  return {
    productId: given(query.product_id),
    distributorId: given(query.distributor_id),
    ...readCreated(query),
  }
}

export function readCustomerFilters(query: {
  readonly number?: string
  readonly email?: string
  readonly name?: string
}) {
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
  if (status === undefined) throw wrong('status', `one of ${statuses.join(', ')}`)
  return status
}
