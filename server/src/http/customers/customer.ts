import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { entryKinds } from '../../billing/index.ts'
import { timestamp } from '../../kernel/index.ts'
import {
  type Customer,
  type CustomerAccount,
  type CustomerJoin,
  type CustomerShown,
  refusalOfSplit,
} from '../../parties/index.ts'
import { allowed, viewAllowed } from '../access/allowed.ts'
import { maskedMember, personal } from '../wire/personal.ts'
import {
  amount,
  flag,
  named,
  oneOf,
  orNull,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
} from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import {
  customerAccountExample,
  customerExample,
  customerJoinExample,
  joinCustomersExample,
  joinedCustomerExample,
  splitCustomerExample,
} from './examples.ts'

const isComplete = flag(
  'Whether these are all policies of the customer. False where you may not see others.',
)

const known = {
  id: text('The customer. Of several that were joined, the one that stands for all.'),
  customer_ids: Type.Array(Type.String(), {
    description: 'All ids under which the person is a customer, this one first.',
  }),
  policies: Type.Array(
    Type.Object({
      policy_id: text('The policy.'),
      insurer_policy_id: text('The policy number.'),
      status: text('The status now.'),
      product_id: text('The product.'),
      distributor_id: text('The distributor that sold it.'),
      currency: text('ISO 4217, in lower case.'),
      start_date: text('The first day of cover.'),
      end_date: textOrNull('The last day of cover; null if the policy is open-ended.'),
      customer_id: text('The customer who holds it now.'),
      is_held: flag('Whether the person is the policyholder now; false for a former one.'),
    }),
    { description: 'Policies that the person holds or has held, oldest first; at most 100.' },
  ),
  is_complete: isComplete,
}

const names = {
  first_name: personal(text('The first name, as the newest policy has it.')),
  last_name: personal(text('The last name.')),
  email: personal(text('The e-mail address.')),
}

export const customerJoinSchema = Type.Object(
  {
    customer_id: text('The customer that was joined.'),
    into_id: text('The customer into which it was joined.'),
    reason: text('Why.'),
    joined_by: text('The key or the person.'),
    joined_at: timestampText('When.'),
    split_reason: textOrNull('Why they were split; null while they are joined.'),
    split_by: textOrNull('The key or the person who split them.'),
    split_at: timestampOrNull('When they were split.'),
    allowed: allowed('split'),
  },
  {
    $id: 'CustomerJoin',
    description: 'That two customers are one person, as somebody found.',
    examples: [customerJoinExample],
  },
)

export const joinedCustomerSchema = Type.Object(known, {
  $id: 'JoinedCustomer',
  description: 'A customer after a join or a split.',
  examples: [joinedCustomerExample],
})

export const customerSchema = Type.Object(
  {
    ...known,
    ...names,
    joins: Type.Array(named(customerJoinSchema), {
      description: 'Joins of the customer in their order, with those that were split.',
    }),
    same_email: personal(
      Type.Array(Type.Object({ id: text('The customer.'), ...names }), {
        description:
          'Other customers whose policies have the same e-mail address, at most 20. They may be ' +
          'other persons: nothing is joined by an address.',
      }),
    ),
    allowed: allowed('join'),
    masked: maskedMember,
  },
  { $id: 'Customer', description: 'A person with all policies.', examples: [customerExample] },
)

export const customerAccountSchema = Type.Object(
  {
    customer_id: text('The customer.'),
    is_complete: isComplete,
    statements: Type.Array(
      Type.Object({
        currency: text('The currency of all amounts.'),
        owed: amount('What the customer owes over all policies; negative if there is credit.'),
        policies: Type.Array(
          Type.Object({
            policy_id: text('The policy.'),
            insurer_policy_id: text('The policy number.'),
            owed: amount('What the customer owes of it; zero once it was handed over.'),
          }),
          { description: 'Oldest first.' },
        ),
        entries: Type.Array(
          Type.Object({
            policy_id: text('The policy.'),
            kind: oneOf(
              [...entryKinds, 'handed_over', 'taken_over'],
              'As in the account of a policy. `handed_over`: the policy and its balance went to ' +
                'another policyholder. `taken_over`: they came from one.',
            ),
            id: text(
              'The id of the version, the invoice, the payment or the refund, or the party that ' +
                'took the policy over.',
            ),
            date: Type.Unsafe<string>({
              type: 'string',
              format: 'date',
              description: 'The day of the entry, in the time zone of the policy.',
            }),
            at: timestampText('The time of the entry.'),
            amount: amount('The change of the balance; negative if the customer owes less.'),
            owed: amount('The balance over all policies after the entry.'),
            total: orNull(
              amount('The total of the invoice, payment or refund.'),
              'The total of the invoice, payment or refund, also where the balance does not change: ' +
                'money that came too late, and its return. Null for other entries.',
            ),
          }),
          { description: 'Oldest first.' },
        ),
      }),
      { description: 'One for each currency, in their order.' },
    ),
  },
  {
    $id: 'CustomerAccount',
    description: 'One account statement over all policies of a customer.',
    examples: [customerAccountExample],
  },
)

const reason = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: '\\S',
    description: `${description} Do not include personal data.`,
  })

export const joinCustomersBody = Type.Object(
  {
    customer_id: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The other customer, who is the same person.',
    }),
    reason: reason('How you know that the two are one person.'),
  },
  { $id: 'JoinCustomers', examples: [joinCustomersExample] },
)

export const splitCustomerBody = Type.Object(
  { reason: reason('How you know that the two are not one person.') },
  { $id: 'SplitCustomer', examples: [splitCustomerExample] },
)

export function viewJoinedCustomer(customer: Customer): Static<typeof joinedCustomerSchema> {
  return {
    id: customer.id,
    customer_ids: [...customer.members],
    policies: customer.policies.map(({ policy, status, isHeld }) => ({
      policy_id: policy.id,
      insurer_policy_id: policy.insurerPolicyId,
      status,
      product_id: policy.productId,
      distributor_id: policy.distributorId,
      currency: policy.currency,
      start_date: policy.startDay.toString(),
      end_date: (policy.terminationDay ?? policy.endDay)?.toString() ?? null,
      customer_id: policy.customerId,
      is_held: isHeld,
    })),
    is_complete: customer.count === customer.policies.length,
  }
}

export function viewCustomer(
  request: FastifyRequest,
  customer: CustomerShown,
): Static<typeof customerSchema> {
  const { joins, sameEmail, firstName, lastName, email } = customer
  return {
    ...viewJoinedCustomer(customer),
    first_name: firstName,
    last_name: lastName,
    email,
    joins: joins.map((join) => viewJoin(request, join)),
    same_email: sameEmail.map((one) => ({
      id: one.id,
      first_name: one.firstName,
      last_name: one.lastName,
      email: one.email,
    })),
    allowed: viewAllowed(request, { join: ['joinCustomers', null] }),
  }
}

function viewJoin(request: FastifyRequest, join: CustomerJoin): Static<typeof customerJoinSchema> {
  return {
    customer_id: join.customerId,
    into_id: join.intoId,
    reason: join.reason,
    joined_by: join.joinedBy,
    joined_at: timestamp(join.joinedAt),
    split_reason: join.splitReason,
    split_by: join.splitBy,
    split_at: join.splitAt === null ? null : timestamp(join.splitAt),
    allowed: viewAllowed(request, {
      split: ['splitCustomer', refusalOfSplit(join.customerId, [join])],
    }),
  }
}

export function viewCustomerAccount({
  customer,
  statements,
}: CustomerAccount): Static<typeof customerAccountSchema> {
  return {
    customer_id: customer.id,
    is_complete: customer.count === customer.policies.length,
    statements: statements.map(({ currency, owed, policies, entries }) => ({
      currency,
      owed,
      policies: policies.map((one) => ({
        policy_id: one.policy.id,
        insurer_policy_id: one.policy.insurerPolicyId,
        owed: one.owed,
      })),
      entries: entries.map((entry) => ({
        policy_id: entry.policy.id,
        kind: entry.kind,
        id: entry.id,
        date: entry.day.toString(),
        at: timestamp(entry.at),
        amount: entry.amount,
        owed: entry.owed,
        total: entry.total,
      })),
    })),
  }
}
