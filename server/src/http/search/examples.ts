import { ids, linkTo, moment } from '../wire/example-ids.ts'

export const searchResultExample = {
  type: 'policy',
  id: ids.policy,
  matched: 'number',
  number: ids.policyNumber,
  status: 'paid',
  first_name: 'Hanna',
  last_name: 'Brandt',
  email: 'hanna.brandt@example.com',
  product_id: ids.product,
  policy_id: ids.policy,
  customer_id: ids.customer,
  amount: 146_241,
  currency: 'eur',
  created_at: moment,
  open: linkTo(`/policies/${ids.policy}`),
}

export const notSearchedExample = { what: 'invoice', permission: 'invoices.read' }
