import { Type } from 'typebox'
import type { FastifyRequest } from 'fastify'
import {
  type FieldError,
  type Json,
  type JsonObject,
  invalidData,
  isJsonObject,
} from '../../kernel/index.ts'
import {
  type ChangeOrder,
  changePolicy,
  changeNotPermitted,
  notPaid,
  nothingToChange,
  policyCancelled,
  policyExpired,
} from '../../policies/index.ts'
import {
  quoteTokenExpired,
  quoteTokenOfOlder,
  quoteTokenOfOther,
  quoteTokenOfSale,
  quoteTokenUnknown,
} from '../../quotes/index.ts'
import { callerOf } from '../access.ts'
import { clockAdvancing } from '../../deadlines/index.ts'
import { toFieldErrors } from '../body-errors.ts'
import { bodyMembers } from '../body-members.ts'
import type { App, HttpDeps } from '../deps.ts'
import { notAnObject } from '../reasons.ts'
import { receiptOf } from '../receipt.ts'
import { acceptedOrderSchema } from '../wire/cancellation.ts'
import { changePolicyBody } from '../wire/change.ts'
import { ids } from '../wire/examples/ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { acceptedOrder, orderReasons, readIfMatch, readPolicyId } from './policy-order.ts'

const changeReasons = [
  ...orderReasons,
  changeNotPermitted,
  notPaid.listed({ example: [ids.policy, 'changed'] }),
  policyCancelled,
  policyExpired.listed({ example: [ids.policy, 'changed'] }),
  nothingToChange,
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

export function addChangePolicy(app: App, deps: HttpDeps): void {
  app.patch(
    '/policies/:policyId',
    {
      config: { access: 'secret', version: 2, refuses: changeReasons },
      // Failures of the body's shape are told together with those of the product's rules.
      attachValidation: true,
      schema: {
        operationId: 'changePolicy',
        summary: 'Change a policy',
        description:
          'Accepts a change of what is known of a paid policy, from a day on, and answers at once; the ' +
          'status link tells when it is done. Days before keep what they said. The insurer may change ' +
          'all policies, a distributor its own sales where the product says so.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        // Required, but told so in the contract's words by the handler.
        headers: Type.Object({ 'if-match': Type.Optional(Type.String()) }),
        body: named(changePolicyBody),
        response: { 202: named(acceptedOrderSchema) },
      },
    },
    async (request, reply) => {
      const policyId = readPolicyId(request.params.policyId)
      const order = {
        caller: callerOf(request),
        policyId,
        ifMatch: readIfMatch(request.headers['if-match']),
        ...readChange(request),
      }
      const view = acceptedOrder(policyId, deps.links)
      const receipt = receiptOf(reply, view, 202)
      return reply.code(202).send(view(await changePolicy(deps, order, receipt)))
    },
  )
}

/** What the policy itself has; with the day, all that the body may say. */
const patchable = ['first_name', 'last_name', 'email', 'data']

function readChange(
  request: FastifyRequest,
): Pick<ChangeOrder, 'patch' | 'effectiveDate' | 'quoteToken' | 'bodyErrors'> {
  const body = request.body as Json // Our parser gives nothing but JSON.
  if (!isJsonObject(body)) throw notAnObject('body')
  const { names } = bodyMembers(request)
  const shape = toFieldErrors(request.validationError?.validation ?? [], body, names)
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

/** A member that nobody reads was meant to change something. */
function unknownMembers(body: JsonObject, names: readonly string[]): FieldError[] {
  return Object.keys(body)
    .filter((name) => !names.includes(name))
    .map((field) => ({ code: 'invalid_value', field, rules: ['policy_patch'] }))
}
