import type { Static } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import {
  type MassEndorsement,
  type MassTally,
  type TalliedResult,
  changedSituations,
  massEndorsementKinds,
  massEndorsementStates,
  massOutcomes,
  percentOf,
} from '../../mass-endorsements/index.ts'
import { allowed } from '../access/allowed.ts'
import { createIndexationExample, createMassEndorsementExample } from './examples.ts'
import { maskedMember, personal } from '../wire/personal.ts'
import { ids } from '../wire/example-ids.ts'
import {
  amount,
  oneOf,
  orNull,
  pathId,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
  word,
} from '../wire/schema.ts'
import { Type } from '../wire/type.ts'

const count = (description: string) => Type.Integer({ description })
const ratePattern = '^\\d{1,2}(\\.\\d{1,4})?$'
const rate = (description: string) =>
  Type.String({ maxLength: 7, pattern: ratePattern, description })

export const massEndorsementParams = Type.Object({
  massEndorsementId: pathId('The mass endorsement.', ids.massEndorsement),
})

export const createMassEndorsementBody = Type.Object(
  {
    product_id: word('The product whose policies are changed, by its id or key.'),
    kind: oneOf(
      massEndorsementKinds,
      '`tax_rate`: a change of tax by law. `indexation`: an answer rises by an index. ' +
        '`cancellation`: cancels each policy. `dunning_hold`: holds its dunning. ' +
        '`renewal_retry`: prices the next term again that is blocked or was knocked out. ' +
        '`task`: creates a task about it.',
    ),
    effective_date: Type.String({
      maxLength: 10,
      description:
        'For `tax_rate`: billing periods that are due from this day on have the new rate. For ' +
        '`indexation`: the answer rises with the terms that begin within a year from this day on, ' +
        'or on this day, as `indexation` of the product says. For `cancellation`: the last day of ' +
        'cover. For `dunning_hold`: the last day of the hold. For `task`: until when it is due. ' +
        'For `renewal_retry`: today. At most 10 years ahead.',
    }),
    tax_rate: Type.Optional(
      Type.Object(
        {
          from: rate('The rate until then, in percent, such as `19`. Other rates stay.'),
          to: rate('The new rate, in percent.'),
        },
        { description: 'The change of the rate; for `tax_rate` alone.' },
      ),
    ),
    indexation: Type.Optional(
      Type.Object(
        {
          answer: word('The answer that rises; `indexation` of the product lists it.'),
          percent: Type.Optional(rate('By how much it rises, in percent, such as `3.2`.')),
          to: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 1_000_000_000_000,
              description: 'To which value it rises, in place of `percent`.',
            }),
          ),
        },
        { description: 'The rise of an answer; for `indexation` alone.' },
      ),
    ),
    task: Type.Optional(
      Type.Object(
        {
          title: Type.String({
            minLength: 1,
            maxLength: 200,
            pattern: '\\S',
            description: 'What is to be done.',
          }),
          assignee_id: Type.Optional(word('The person who does it; nobody by default.')),
        },
        { description: 'The task that is created about each policy; for `task` alone.' },
      ),
    ),
    filter: Type.Optional(
      Type.Object(
        {
          product_version_id: Type.Optional(word('Whose last term was sold on this version.')),
          distributor_id: Type.Optional(word('That this distributor sold.')),
          subscription_plan_id: Type.Optional(word('Whose last term was sold with this plan.')),
          policy_ids: Type.Optional(
            Type.Array(word('A policy.'), {
              minItems: 1,
              maxItems: 1_000,
              description: 'These policies alone, as far as they match.',
            }),
          ),
          situations: Type.Optional(
            Type.Array(oneOf(changedSituations, 'A situation.'), {
              minItems: 1,
              maxItems: changedSituations.length,
              description: '`in_force`, or `ending`: cancelled for a later day. Both by default.',
            }),
          ),
        },
        { description: 'Which policies of the product are changed; all of them by default.' },
      ),
    ),
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description: 'Why, for the audit log. Do not include personal data.',
    }),
  },
  {
    $id: 'CreateMassEndorsement',
    description: 'One change of many policies.',
    examples: [createMassEndorsementExample, createIndexationExample],
  },
)

const priceMembers = {
  first_day: text('The first day with the new price.'),
  currency: text('ISO 4217, in lower case.'),
  payment_before: amount('A billing period until then; 0 for a cancellation.'),
  payment_after: amount(
    'A billing period from then on. For a cancellation: what is charged, or given back below zero.',
  ),
  tax_before: amount('The tax in it until then.'),
  tax_after: amount('The tax in it from then on.'),
  payments: count('How many such payments a year has; 1 where the term is paid at once.'),
}

const resultMembers = {
  policy_id: text('The policy.'),
  outcome: oneOf(
    massOutcomes,
    '`applied`, `skipped`: nothing is to be changed, `failed`, or `waiting`: somebody else is ' +
      'changing the policy, and it is tried again.',
  ),
  code: textOrNull('Why the policy is not changed; null for `applied`.'),
  version_id: textOrNull(
    'The version of the policy that changes it; null in a preview, and where it is endorsed for the ' +
      'next term.',
  ),
  next_term_endorsement_id: textOrNull(
    'What is endorsed for the next term of the policy; null in a preview, and where a version ' +
      'changes the policy.',
  ),
  price: orNull(
    Type.Object(priceMembers, { description: 'The price before and after.' }),
    'The price before and after; null where nothing is to be changed.',
  ),
}

export const massResultSchema = Type.Object(resultMembers, {
  $id: 'MassEndorsementResult',
  description: 'What became of one policy.',
})

const countsByCode = (description: string) =>
  Type.Record(Type.String(), Type.Integer(), { description })

const massTallySchema = Type.Object(
  {
    policies: count('How many policies were looked at.'),
    applied: count('How many policies change.'),
    waiting: count('How many policies somebody else is changing.'),
    skipped: countsByCode('How many policies need no change, by the code of why.'),
    failed: countsByCode('How many policies cannot be changed, by the code of why.'),
    money: Type.Array(
      Type.Object({
        currency: text('ISO 4217, in lower case.'),
        policies: count('How many policies change in this currency.'),
        premium_before: amount('All payments of a year, or of a term that is paid at once.'),
        premium_after: amount('The same afterwards.'),
        tax_before: amount('The tax in it.'),
        tax_after: amount('The same afterwards.'),
      }),
      { description: 'The premium before and after, by currency.' },
    ),
    percents: countsByCode('How many policies change by so many percent, rounded down.'),
    results: Type.Array(
      Type.Object(resultMembers, { description: 'What becomes of one policy.' }),
      { description: 'The first 20 policies.' },
    ),
  },
  { description: 'What a mass endorsement comes to.' },
)

const acts = ['preview', 'start', 'stop', 'resume'] as const

const members = {
  id: text('The mass endorsement.'),
  status: oneOf(massEndorsementStates, 'The status.'),
  product_id: text('The product whose policies are changed.'),
  kind: oneOf(massEndorsementKinds, 'What is changed.'),
  effective_date: Type.String({ format: 'date', description: 'The day, by the kind.' }),
  tax_rate: orNull(
    Type.Object(
      { from: text('The rate until then, in percent.'), to: text('The new rate, in percent.') },
      { description: 'The change of the rate.' },
    ),
    'The change of the rate; null for other kinds.',
  ),
  indexation: orNull(
    Type.Object(
      {
        answer: text('The answer that rises.'),
        percent: textOrNull('By how much, in percent; null where it rises to a value.'),
        to: orNull(
          Type.Integer({ description: 'To which value.' }),
          'To which value; null where it rises by a percentage.',
        ),
      },
      { description: 'The rise of an answer.' },
    ),
    'The rise of an answer; null for other kinds.',
  ),
  task: orNull(
    Type.Object({
      title: personal(text('What is to be done.')),
      assignee_id: textOrNull('The person who does it; null for nobody.'),
    }),
    'The task that is created; null for other kinds.',
  ),
  filter: Type.Object(
    {
      product_version_id: textOrNull('Of the last term; null for all.'),
      distributor_id: textOrNull('Who sold them; null for all.'),
      subscription_plan_id: textOrNull('Of the last term; null for all.'),
      policy_ids: orNull(
        Type.Array(Type.String(), { description: 'These policies alone.' }),
        'These policies alone; null for all that match.',
      ),
      situations: Type.Array(oneOf(changedSituations, 'A situation.'), {
        description: 'The situations of the policies.',
      }),
    },
    { description: 'Which policies are changed.' },
  ),
  reason: text('Why.'),
  preview: orNull(massTallySchema, 'What it would do, as far as is known; null before.'),
  result: orNull(massTallySchema, 'What it has done so far; null until it is started.'),
  created_at: timestampText('When it was created.'),
  started_at: timestampOrNull('When it was started.'),
  finished_at: timestampOrNull('When all policies were looked at.'),
  masked: maskedMember,
}

export const massEndorsementSchema = Type.Object(members, {
  $id: 'MassEndorsement',
  description: 'One change of many policies.',
})

export const shownMassEndorsementSchema = Type.Object(
  { ...members, allowed: allowed(...acts) },
  { $id: 'ShownMassEndorsement', description: 'A mass endorsement, and what may be done with it.' },
)

export function viewMassEndorsement(mass: MassEndorsement): Static<typeof massEndorsementSchema> {
  const { filter } = mass
  return {
    id: mass.id,
    status: mass.state,
    product_id: mass.productId,
    kind: mass.kind,
    effective_date: mass.effectiveDay.toString(),
    ...viewChange(mass),
    filter: {
      product_version_id: filter.productVersionId,
      distributor_id: filter.distributorId,
      subscription_plan_id: filter.planId,
      policy_ids: filter.policyIds && [...filter.policyIds],
      situations: [...filter.situations],
    },
    reason: mass.reason,
    preview: mass.preview && viewTally(mass.preview),
    result: mass.tally && viewTally(mass.tally),
    created_at: timestamp(mass.createdAt),
    started_at: mass.startedAt && timestamp(mass.startedAt),
    finished_at: mass.finishedAt && timestamp(mass.finishedAt),
  }
}

function viewChange(mass: MassEndorsement) {
  const none = { tax_rate: null, indexation: null, task: null }
  switch (mass.kind) {
    case 'tax_rate': {
      const { from, to } = mass.change
      return { ...none, tax_rate: { from: percentOf(from), to: percentOf(to) } }
    }
    case 'indexation':
      return { ...none, indexation: { ...mass.change } }
    case 'task': {
      const { title, assigneeId } = mass.change
      return { ...none, task: { title, assignee_id: assigneeId } }
    }
    case 'cancellation':
    case 'dunning_hold':
    case 'renewal_retry':
      return none
  }
}

function viewTally(sums: MassTally): Static<typeof massTallySchema> {
  return {
    policies: sums.looked,
    applied: sums.applied,
    waiting: sums.waiting,
    skipped: sums.skipped,
    failed: sums.failed,
    money: sums.money.map((one) => ({
      currency: one.currency,
      policies: one.policies,
      premium_before: one.before,
      premium_after: one.after,
      tax_before: one.taxBefore,
      tax_after: one.taxAfter,
    })),
    percents: sums.percents,
    results: sums.rows.map(viewMassResult),
  }
}

export function viewMassResult({
  policyId,
  outcome,
  code,
  versionId,
  nextTermEndorsementId,
  price,
}: TalliedResult): Static<typeof massResultSchema> {
  return {
    policy_id: policyId,
    outcome,
    code,
    version_id: versionId,
    next_term_endorsement_id: nextTermEndorsementId,
    price: price && {
      first_day: price.firstDay,
      currency: price.currency,
      payment_before: price.paymentBefore,
      payment_after: price.paymentAfter,
      tax_before: price.taxBefore,
      tax_after: price.taxAfter,
      payments: price.payments,
    },
  }
}

/** The columns of the exported results. */
export const resultColumns = [
  'policy_id',
  'outcome',
  'code',
  'version_id',
  'next_term_endorsement_id',
  ...Object.keys(priceMembers),
]
