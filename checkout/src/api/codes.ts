import type { ErrorCode, Operations } from '@bindery/sdk/generated'

type CodesOf<Id extends keyof Operations> = Operations[Id]['refuses']

/** The same request is answered otherwise in a moment. */
const temporary = [
  'clock_advancing',
  'first_request_in_progress',
  'modification_in_progress',
  'pricing_in_preparation',
  'rate_limited',
  'too_many_failures',
  'too_many_connections',
] as const satisfies readonly ErrorCode[]

/** The page was given a key that the server does not take. */
const wrongKey = [
  'keys_of_two_accounts',
  'no_key',
  'unknown_key',
  'unreadable_key',
] as const satisfies readonly CodesOf<'showForm'>[]

/** There is nothing, or nothing yet, that this page could sell. */
const nothingToSell = [
  'integration_not_found',
  'integration_not_published',
  'product_not_published',
  'product_version_not_found',
] as const satisfies readonly CodesOf<'showForm'>[]

/** The quote no longer counts: another one may, for the same answers. */
const oldQuote = [
  'expired_quote_token',
  'overtaken_quote_token',
  'unknown_quote_token',
] as const satisfies readonly CodesOf<'createOffer'>[]

/** These answers have no price, now or later: asking again would not help. */
const unpriceable = [
  'calculation_failed',
  'price_out_of_range',
] as const satisfies readonly CodesOf<'createQuote'>[]

const lists = { temporary, wrongKey, nothingToSell, oldQuote, unpriceable }

/** What a refusal means for the page. Decided by its code: a status says too little. */
export type Meaning = keyof typeof lists

export function means(meaning: Meaning, code: ErrorCode | null): boolean {
  return (lists[meaning] as readonly (ErrorCode | null)[]).includes(code)
}
