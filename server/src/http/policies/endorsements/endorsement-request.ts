import { type FieldError, type JsonObject, invalidData } from '../../../kernel/index.ts'
import {
  type EndorsementRequest,
  endorsementNotPermitted,
  notPaid,
  nothingToEndorse,
  planChangeNotOn,
  planChangesAtRenewal,
  planNeverChanges,
  policyCancelled,
  policyWithdrawn,
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

/** Why an endorsement or its preview is refused. */
export const endorsementReasons = [
  ...transactionReasons,
  endorsementNotPermitted,
  notPaid.listed({ example: [ids.policy, 'endorsed'] }),
  policyCancelled,
  policyWithdrawn,
  policyExpired.listed({ example: [ids.policy, 'endorsed'] }),
  nothingToEndorse,
  planChangeNotOn,
  planChangesAtRenewal,
  planNeverChanges,
  clockAdvancing,
  quoteTokenUnknown,
  quoteTokenExpired,
  quoteTokenOfSale,
  quoteTokenOfOther,
  quoteTokenOfOlder,
  invalidData.listed({
    when:
      'A field cannot be changed or breaks the rules of the product, or the effective date ' +
      'is not possible.',
    example: [
      [
        { code: 'invalid_value', field: 'effective_date', rules: ['iso_date'] },
        { code: 'invalid_value', field: 'legal_form', path: 'data', rules: ['policy_patch'] },
      ],
      null,
    ],
  }),
]

/** The members that belong to the policy itself. */
const patchable = ['first_name', 'last_name', 'email', 'data']

/** Reads an endorsement out of a body, whose shape errors are returned with all others. */
export function readEndorsement(
  body: JsonObject,
  shape: readonly FieldError[],
  names: readonly string[],
): Pick<EndorsementRequest, 'patch' | 'effectiveDate' | 'quoteToken' | 'bodyErrors'> {
  const wrong = new Set(shape.map(({ field }) => field))
  const sent = patchable.filter((name) => Object.hasOwn(body, name) && !wrong.has(name))
  const { effective_date: day, quote_token: quoteToken } = body
  return {
    patch: Object.fromEntries(sent.map((name) => [name, body[name] ?? null])),
    effectiveDate: typeof day === 'string' && !wrong.has('effective_date') ? day : null,
    quoteToken: typeof quoteToken === 'string' && !wrong.has('quote_token') ? quoteToken : null,
    bodyErrors: [...shape, ...unknownMembers(body, names)],
  }
}

/** An unknown member would be ignored although the caller meant to change something. */
function unknownMembers(body: JsonObject, names: readonly string[]): FieldError[] {
  return Object.keys(body)
    .filter((name) => !names.includes(name))
    .map((field) => ({ code: 'invalid_value', field, rules: ['policy_patch'] }))
}
