import type { Static } from 'typebox'
import { Type } from '../../wire/type.ts'
import { type JsonObject, timestamp } from '../../../kernel/index.ts'
import {
  type MandateSetup,
  nextActionOfSetup,
  sandboxMandates,
  sandboxOutcomes,
} from '../../../payments/index.ts'
import type { HttpDeps } from '../../deps.ts'
import { nextActionSchema, stripeOptions } from '../../payments/payment.ts'
import { viewNextAction } from '../../payments/view-payment.ts'
import { ids } from '../../wire/example-ids.ts'
import {
  link,
  links,
  named,
  oneOf,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
} from '../../wire/schema.ts'
import {
  mandateLinkExample,
  mandateSetupExample,
  openedMandateLinkExample,
  setUpMandateExample,
} from './examples.ts'

export const mandateLinkSchema = Type.Object(
  {
    policy_id: text('The policy for which the customer can give a mandate, and no other.'),
    token: text('Send it in the header `Mandate-Token`, with a public key. It is shown only once.'),
    expires_at: timestampText('When the link expires: seven days after it was created.'),
    _links: links({ policy: link }),
  },
  {
    $id: 'MandateLink',
    description: 'A link for a customer to give a new mandate, without paying anything.',
    examples: [mandateLinkExample],
  },
)

export const mandateSetupSchema = Type.Object(
  {
    id: text('The setup.'),
    policy_id: text('The policy.'),
    provider: text('The payment provider that will collect.'),
    method: text('The payment method.'),
    status: oneOf(
      ['pending', 'ok', 'failed'],
      '`pending`: the provider, or the customer at the provider, has not decided yet. `ok`: ' +
        'the mandate is given, and the one before is replaced. `failed`: nothing has changed, ' +
        'and the customer can begin again.',
    ),
    error_code: textOrNull('Why it failed, for programs; otherwise null.'),
    reason: textOrNull('Why it failed, for people; otherwise null.'),
    next_action: Type.Optional(named(nextActionSchema)),
    created_at: timestampText('When the customer began.'),
    ended_at: timestampOrNull('When it succeeded or failed; null while it is pending.'),
  },
  {
    $id: 'MandateSetup',
    description: 'A new mandate that a customer gives by a link.',
    examples: [mandateSetupExample],
  },
)

export const openedMandateLinkSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    insurer_policy_id: text('The policy number.'),
    language: text('The language in which the policy was sold.'),
    expires_at: timestampText('When the link expires.'),
    methods: Type.Array(
      Type.Object({
        provider: text('A payment provider.'),
        method: text('A method of that provider.'),
      }),
      { description: 'How the customer can give a mandate.' },
    ),
    setup: Type.Optional(named(mandateSetupSchema)),
  },
  {
    $id: 'OpenedMandateLink',
    description:
      'The data a page needs to let a customer give a mandate. `setup` is what the customer has ' +
      'done by the link; it is absent if nothing was done. With its status `ok` the link is used.',
    examples: [openedMandateLinkExample],
  },
)

const sandboxSetupOptions = Type.Unsafe<JsonObject>({
  type: 'object',
  description:
    'Only for the provider `sandbox`: `outcome` of the confirmation, and `mandate`, what ' +
    'becomes of the instalments, as for a payment.',
  properties: {
    outcome: {
      type: 'string',
      enum: sandboxOutcomes,
      description: 'As for a payment: `confirm` waits for the customer.',
    },
    mandate: {
      type: 'string',
      enum: sandboxMandates,
      description: 'The outcome of instalments that are collected, as for a payment.',
    },
  },
})

export const setUpMandateBody = Type.Object(
  {
    provider: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'A payment provider of `methods`.',
    }),
    method: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'A method of that provider.',
    }),
    provider_options: Type.Optional(
      Type.Object(
        {
          sandbox: Type.Optional(sandboxSetupOptions),
          stripe: Type.Optional(stripeOptions),
        },
        {
          additionalProperties: false,
          description:
            'Options of the provider, under its name. Options of other providers are ignored.',
        },
      ),
    ),
    sandbox: Type.Optional({
      ...sandboxSetupOptions,
      description: 'The same as `provider_options.sandbox`, which counts if both are sent.',
    }),
  },
  {
    $id: 'SetUpMandate',
    description: 'How the customer gives the mandate.',
    examples: [setUpMandateExample],
  },
)

export const mandateTokenHeader = Type.String({
  description: 'The token of a mandate link for this policy.',
  examples: [`mdl_${ids.paymentToken}`],
})

export async function viewMandateSetup(
  setup: MandateSetup,
  deps: Pick<HttpDeps, 'providers' | 'onDoubt'>,
): Promise<Static<typeof mandateSetupSchema>> {
  const action = await nextActionOfSetup(deps, setup)
  return {
    id: setup.id,
    policy_id: setup.policyId,
    provider: setup.provider,
    method: setup.method,
    status: setup.status,
    error_code: setup.errorCode,
    reason: setup.reason,
    ...(action !== null && { next_action: viewNextAction(action) }),
    created_at: timestamp(setup.createdAt),
    ended_at: setup.endedAt === null ? null : timestamp(setup.endedAt),
  }
}
