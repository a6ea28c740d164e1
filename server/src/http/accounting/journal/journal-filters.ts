import { parseDay } from '../../../kernel/index.ts'
import type { Queryable } from '../../../database/index.ts'
import type { Caller } from '../../../identity/index.ts'
import type { JournalRequest } from '../../../accounting/index.ts'
import { ledgerAccounts } from '../../../ledger/index.ts'
import { filter, filterLengthMax, given, readSaleFilters } from '../../query/sale-filters.ts'
import { tooLongParameter, wrongParameter } from '../../query/reasons.ts'
import { dayErrors, dayParameters, readDays } from '../days.ts'

const accountWanted = `one of ${ledgerAccounts.join(', ')}`
const placeWanted = 'the id of a line of the journal'

/** What both the journal and its export are asked for by. */
export const journalFilters = {
  ...dayParameters,
  account: filter('Postings that debit or credit this account.'),
  policy_id: filter('Of this policy.'),
  product_id: filter('Of policies of this product, by its id or key.'),
  distributor_id: filter('Of policies that this distributor sold.'),
}

export const journalErrors = [
  ...dayErrors,
  tooLongParameter('account', filterLengthMax),
  wrongParameter.listed({
    label: 'unknown_account',
    when: 'The account is not in the chart.',
    example: ['account', accountWanted],
  }),
]

export const placeError = wrongParameter.listed({
  label: 'no_place',
  when: '`starting_after` is not the id of a line.',
  example: ['starting_after', placeWanted],
})

interface JournalQuery {
  readonly from: string
  readonly to: string
  readonly account?: string
  readonly policy_id?: string
  readonly product_id?: string
  readonly distributor_id?: string
}

export async function readJournalFilters(
  db: Queryable,
  caller: Caller,
  query: JournalQuery,
): Promise<Omit<JournalRequest, 'after'>> {
  const written = given(query.account)
  const account = ledgerAccounts.find((one) => one === written) ?? null
  if (written !== null && account === null) throw wrongParameter('account', accountWanted)
  const { product_id, distributor_id } = query
  const { productId, distributorId } = await readSaleFilters(db, caller, {
    ...(product_id === undefined ? {} : { product_id }),
    ...(distributor_id === undefined ? {} : { distributor_id }),
  })
  return {
    insurerId: caller.account.id,
    livemode: caller.livemode,
    ...readDays(query),
    account,
    policyId: given(query.policy_id),
    productId,
    distributorId,
  }
}

/** Where the last page ended. */
export function readPlace(text: string | undefined): JournalRequest['after'] {
  if (text === undefined) return null
  const at = text.lastIndexOf('.')
  const bookingDay = parseDay(text.slice(0, at))
  const number = text.slice(at + 1)
  if (bookingDay === null || !/^\d{1,15}$/.test(number)) {
    throw wrongParameter('starting_after', placeWanted)
  }
  return { bookingDay, number: Number(number) }
}
