import type { Static } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import { invoiceNumber } from '../../ledger/index.ts'
import { statusAt } from '../../policies/index.ts'
import { type Found, foundTypes, matchedBy } from '../../search/index.ts'
import type { Links } from '../links.ts'
import { maskedMember, personal } from '../wire/personal.ts'
import {
  amount,
  linkSchema,
  named,
  oneOf,
  orNull,
  text,
  textOrNull,
  timestampOrNull,
} from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { notSearchedExample, searchResultExample } from './examples.ts'

export const searchResultSchema = Type.Object(
  {
    type: oneOf(foundTypes, 'What it is, and so which page opens it.'),
    id: text('Its id.'),
    matched: oneOf(matchedBy, 'What the text was found in.'),
    number: textOrNull('The policy number, or the number of the invoice; null if it has none.'),
    status: textOrNull('The status or state now; null where it has none.'),
    first_name: personal(textOrNull('The customer’s first name; null where it names nobody.')),
    last_name: personal(textOrNull('The customer’s last name.')),
    email: personal(textOrNull('The customer’s e-mail address.')),
    product_id: textOrNull('The product; null for customers.'),
    policy_id: textOrNull('The offer or policy that it belongs to; null where it has none.'),
    customer_id: textOrNull('The customer; null where it names nobody.'),
    amount: orNull(amount('The amount.'), 'The amount in whole minor units; null for customers.'),
    currency: textOrNull('ISO 4217, in lower case.'),
    created_at: timestampOrNull('When it was created; null for customers.'),
    open: named(linkSchema),
    masked: maskedMember,
  },
  {
    $id: 'SearchResult',
    description: 'Something that a search found.',
    examples: [searchResultExample],
  },
)

export const searchResultsSchema = Type.Object(
  {
    results: Type.Array(named(searchResultSchema), {
      description: 'Most exact first: ids and numbers, then customers, then the sales of people.',
    }),
    not_searched: Type.Array(
      Type.Object({
        what: text(
          'What was not searched: `name`, `email`, `offer`, `invoice`, `payment`, `quote`.',
        ),
        permission: text('The permission that you lack.'),
      }),
      { description: 'What the text could have meant and you may not see.' },
    ),
  },
  {
    $id: 'SearchResults',
    description: 'What a text names.',
    examples: [{ results: [searchResultExample], not_searched: [notSearchedExample] }],
  },
)

export function viewFound(found: Found, links: Links): Static<typeof searchResultSchema> {
  const { matched } = found
  switch (found.type) {
    case 'policy':
    case 'offer':
      return { ...viewSale(found, links), matched }
    case 'customer': {
      const { id, firstName, lastName, email } = found.customer
      return {
        ...nothing,
        type: 'customer',
        id,
        matched,
        first_name: firstName,
        last_name: lastName,
        email,
        customer_id: id,
        open: links.customer(id),
      }
    }
    case 'invoice': {
      const { invoice, number } = found
      return {
        ...nothing,
        type: 'invoice',
        id: invoice.id,
        matched,
        number: number === undefined ? null : invoiceNumber(number),
        status: invoice.state,
        product_id: invoice.productId,
        policy_id: invoice.policyId,
        amount: invoice.total,
        currency: invoice.currency,
        created_at: timestamp(invoice.createdAt),
        open: links.invoice(invoice.id),
      }
    }
    case 'payment': {
      const { payment } = found
      return {
        ...nothing,
        type: 'payment',
        id: payment.id,
        matched,
        status: payment.status,
        first_name: payment.firstName,
        last_name: payment.lastName,
        product_id: payment.productId,
        policy_id: payment.policyId,
        amount: payment.amount,
        currency: payment.currency,
        created_at: timestamp(payment.createdAt),
        open: links.payment(payment.id),
      }
    }
    case 'quote': {
      const { quote } = found
      return {
        ...nothing,
        type: 'quote',
        id: quote.id,
        matched,
        product_id: quote.productId,
        amount: quote.grossPaymentAmount,
        currency: quote.currency,
        created_at: timestamp(quote.createdAt),
        open: links.explainedQuote(quote.id),
      }
    }
  }
}

function viewSale(
  { type, sale, now }: Extract<Found, { readonly type: 'policy' | 'offer' }>,
  links: Links,
) {
  return {
    type,
    id: sale.id,
    number: sale.insurerPolicyId,
    status: statusAt(sale, now),
    first_name: sale.firstName,
    last_name: sale.lastName,
    email: sale.email,
    product_id: sale.productId,
    policy_id: sale.id,
    customer_id: sale.customerId,
    amount: sale.grossPaymentAmount,
    currency: sale.currency,
    created_at: timestamp(sale.createdAt),
    open: type === 'policy' ? links.policy(sale.id) : links.offer(sale.id),
  }
}

const nothing = {
  number: null,
  status: null,
  first_name: null,
  last_name: null,
  email: null,
  product_id: null,
  policy_id: null,
  customer_id: null,
  amount: null,
  currency: null,
  created_at: null,
}
