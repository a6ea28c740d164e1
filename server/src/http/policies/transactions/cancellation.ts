import type { Static } from 'typebox'
import { Type } from '../../wire/type.ts'
import { type CancellationKind, cancellationKinds } from '../../../products/index.ts'
import {
  acceptedTransactionExample,
  adjustmentRequestExample,
  cancellationRequestExample,
  endMoveRequestExample,
  reinstatementRequestExample,
  versionStatusExample,
} from './examples.ts'
import { previewToken } from './preview-token.ts'
import { amount, anyObject, link, links, oneOf, text } from '../../wire/schema.ts'

/** The members of a cancellation that names a kind of the product. */
export const cancellationTerms = {
  cancellation_kind: Type.Optional(
    Type.Unsafe<CancellationKind>({
      type: 'string',
      enum: [...cancellationKinds],
      description:
        'Who ends the contract: the `customer`, the `insurer`, or both by `agreement`. The ' +
        'product says which of them it has, with their refund, notice and letter. If left ' +
        'out, the terms of the product apply and no notice is checked.',
    }),
  ),
  cancellation_reason_code: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'The code of a reason that the product lists for this kind, such as `sold`.',
    }),
  ),
  received_on: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description:
        'The day on which the notice was received, an ISO 8601 date; today if left out. The ' +
        'notice period counts from it.',
    }),
  ),
  occurred_on: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description:
        'The day of the event that gives the right to cancel, an ISO 8601 date, such as the ' +
        'settlement of a claim. Required for reasons with a limited time after it.',
    }),
  ),
}

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
    ...cancellationTerms,
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

export const adjustPremiumBody = Type.Object(
  {
    term: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        description:
          'The first day of the term, an ISO 8601 date. The last term that is over if left out.',
      }),
    ),
    answers: anyObject(
      'The declared values, by the names of the answers. The product lists in `adjustment` which ' +
        'answers can be declared.',
    ),
    preview_token: previewToken,
  },
  {
    $id: 'AdjustPremium',
    description: 'The values that were declared for a term that is over.',
    examples: [adjustmentRequestExample],
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
