import type { Static } from 'typebox'
import { Type } from '../../wire/type.ts'
import {
  acceptedTransactionExample,
  cancellationRequestExample,
  endMoveRequestExample,
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
      description: 'The reason, in your own words.',
    }),
    termination_date: Type.String({
      minLength: 1,
      maxLength: 40,
      description:
        'The last day of cover, an ISO 8601 date. It must not be after the end of the ' +
        'policy, nor before its start unless cover has not begun yet.',
    }),
    preview_token: previewToken,
  },
  {
    $id: 'CancelPolicy',
    description: 'The reason and the last day of a cancellation.',
    examples: [cancellationRequestExample],
  },
)

export const moveEndBody = Type.Object(
  {
    termination_date: Type.String({
      minLength: 1,
      maxLength: 40,
      description:
        'The new last day of cover, an ISO 8601 date: earlier than now agreed, or later up to ' +
        'the end of the term.',
    }),
    preview_token: previewToken,
  },
  {
    $id: 'MoveEnd',
    description: 'The new last day of a policy that was cancelled for later.',
    examples: [endMoveRequestExample],
  },
)

export const reinstatePolicyBody = Type.Object(
  {
    gap: Type.Optional(
      Type.Boolean({
        description:
          'True: the days since the last day of cover stay without cover and cost nothing. ' +
          'False (default): the policy continues as if it had never been cancelled.',
      }),
    ),
    preview_token: previewToken,
  },
  {
    $id: 'ReinstatePolicy',
    description: 'How a cancelled policy continues.',
    examples: [reinstatementRequestExample],
  },
)

export const acceptedTransactionSchema = Type.Object(
  { policy_id: text('The policy.'), _links: links({ status: link }) },
  {
    $id: 'AcceptedTransaction',
    description: 'The transaction is accepted and in progress. Follow the status link.',
    examples: [acceptedTransactionExample],
  },
)

const proposalDueSchema = Type.Object(
  {
    token: text('Send it as `token` when paying.'),
    amount: amount('The amount to pay.'),
    currency: text('A lower-case ISO 4217 code.'),
    pay_until: text('The last day to pay; afterwards the version lapses.'),
  },
  { description: 'The payment for a `proposed` version; null for all others.' },
)

export const versionStatusSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    version_id: text('The version of the policy that the transaction creates.'),
    status: oneOf(
      ['processing', 'proposed', 'active', 'superseded', 'preempted', 'lapsed', 'failed'],
      '`processing`: in progress. `proposed`: takes effect once it is paid for. `active`: ' +
        'the current version. `superseded`: replaced by a later version. `preempted`: ' +
        'another version took effect before this one was paid for. `lapsed`: not paid for in ' +
        'time. `failed`: the transaction was not carried out.',
    ),
    payment: Type.Unsafe<Static<typeof proposalDueSchema> | null>({
      ...proposalDueSchema,
      type: ['object', 'null'],
    }),
    _links: links({
      _self: link,
      policy: link,
      // Only while the version is active: then the documents of the policy are its documents.
      documents: Type.Optional(link),
    }),
  },
  {
    $id: 'VersionStatus',
    description: 'The status of a version of a policy.',
    examples: [versionStatusExample],
  },
)
