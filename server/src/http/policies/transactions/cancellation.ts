import { type Static, Type } from 'typebox'
import {
  acceptedTransactionExample,
  cancellationRequestExample,
  reinstatementRequestExample,
  versionStatusExample,
} from './examples.ts'
import { previewToken } from './preview-token.ts'
import { amount, link, links, oneOf, text } from '../../wire/schema.ts'

export const cancelPolicyBody = Type.Object(
  {
    cancellation_reason: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'Why, in words of your own.',
    }),
    termination_date: Type.String({
      minLength: 1,
      maxLength: 40,
      description:
        'The last day of cover, an ISO 8601 date: not after the end, and not before the start ' +
        'unless cover has not begun yet.',
    }),
    preview_token: previewToken,
  },
  {
    $id: 'CancelPolicy',
    description: 'Why a policy ends, and when.',
    examples: [cancellationRequestExample],
  },
)

export const reinstatePolicyBody = Type.Object(
  {
    gap: Type.Optional(
      Type.Boolean({
        description:
          'Whether the days since the last day of cover stay without cover and cost nothing. ' +
          'Without it the policy is as if it had never been cancelled.',
      }),
    ),
    preview_token: previewToken,
  },
  {
    $id: 'ReinstatePolicy',
    description: 'How a cancelled policy goes on.',
    examples: [reinstatementRequestExample],
  },
)

export const acceptedTransactionSchema = Type.Object(
  { policy_id: text('The policy.'), _links: links({ status: link }) },
  {
    $id: 'AcceptedTransaction',
    description: 'The order is accepted and in progress; follow the status link.',
    examples: [acceptedTransactionExample],
  },
)

const proposalDueSchema = Type.Object(
  {
    token: text('Send it as `token` when paying.'),
    amount: amount('What is to be paid.'),
    currency: text('A lower-case ISO 4217 code.'),
    pay_until: text('The last day for it; afterwards the version lapses.'),
  },
  { description: 'What pays for a version that is `proposed`; null for all others.' },
)

export const versionStatusSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    version_id: text('The version of the policy that the modification makes.'),
    status: oneOf(
      ['processing', 'proposed', 'active', 'superseded', 'preempted', 'lapsed', 'failed'],
      '`processing`: in progress. `proposed`: it holds once it is paid for. `active`: this version ' +
        'holds now. `superseded`: a later one does. `preempted`: another one came before it was paid ' +
        'for. `lapsed`: nobody paid for it in time. `failed`: the modification was not made.',
    ),
    payment: Type.Unsafe<Static<typeof proposalDueSchema> | null>({
      ...proposalDueSchema,
      type: ['object', 'null'],
    }),
    _links: links({
      _self: link,
      policy: link,
      // Only while the version holds: what it made of the policy is there to be read.
      documents: Type.Optional(link),
    }),
  },
  {
    $id: 'VersionStatus',
    description: 'How a version of a policy stands.',
    examples: [versionStatusExample],
  },
)
