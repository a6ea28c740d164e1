import { type FieldError, type JsonObject, invalidData } from '../../../kernel/index.ts'
import {
  type EndorsementRequest,
  endorsementNotPermitted,
  notPaid,
  nothingToEndorse,
  policyCancelled,
  policyExpired,
} from '../../../policy-transactions/index.ts'
import {
  quoteTokenExpired,
  quoteTokenOfOlder,
  quoteTokenOfOther,
  quoteTokenOfSale,
  quoteTokenUnknown,
} from '../../../quotes/index.ts'
import { clockAdvancing } from '../../../deadlines/index.ts'
import { ids } from '../../wire/example-ids.ts'
import { transactionReasons } from '../transactions/transaction-request.ts'

/** Why a change is refused, be it ordered or only looked at. */
export const endorsementReasons = [
  ...transactionReasons,
  endorsementNotPermitted,
  notPaid.listed({ example: [ids.policy, 'changed'] }),
  policyCancelled,
  policyExpired.listed({ example: [ids.policy, 'changed'] }),
  nothingToEndorse,
  clockAdvancing,
  quoteTokenUnknown,
  quoteTokenExpired,
  quoteTokenOfSale,
  quoteTokenOfOther,
  quoteTokenOfOlder,
  invalidData.listed({
    when: 'Fields that the product does not let change, or that break its rules, or a day on which the change cannot count.',
    example: [
      [
        { code: 'invalid_value', field: 'effective_date', rules: ['iso_date'] },
        { code: 'invalid_value', field: 'legal_form', path: 'data', rules: ['policy_patch'] },
      ],
      null,
    ],
  }),
]

/** What the policy itself has; with the day, all that an order may say. */
const patchable = ['first_name', 'last_name', 'email', 'data']

/** Reads a change out of an object, whose failures of shape are told with all others. */
export function readEndorsement(
  said: JsonObject,
  shape: readonly FieldError[],
  names: readonly string[],
): Pick<EndorsementRequest, 'patch' | 'effectiveDate' | 'quoteToken' | 'bodyErrors'> {
  const wrong = new Set(shape.map(({ field }) => field))
  const sent = patchable.filter((name) => Object.hasOwn(said, name) && !wrong.has(name))
  const { effective_date: day, quote_token: quoteToken } = said
  return {
    patch: Object.fromEntries(sent.map((name) => [name, said[name] ?? null])),
    effectiveDate: typeof day === 'string' && !wrong.has('effective_date') ? day : null,
    quoteToken: typeof quoteToken === 'string' && !wrong.has('quote_token') ? quoteToken : null,
    bodyErrors: [...shape, ...unknownMembers(said, names)],
  }
}

/** A member that nobody reads was meant to change something. */
function unknownMembers(said: JsonObject, names: readonly string[]): FieldError[] {
  return Object.keys(said)
    .filter((name) => !names.includes(name))
    .map((field) => ({ code: 'invalid_value', field, rules: ['policy_patch'] }))
}
