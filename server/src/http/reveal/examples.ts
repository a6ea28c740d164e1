import { ids } from '../wire/example-ids.ts'

export const revealFieldExample = {
  field: 'data.phone',
  reason: 'The customer asked for a call back.',
}
export const revealedFieldExample = { field: 'data.phone', value: '+4930901820' }

export const revealLeadFieldExample = {
  field: 'email',
  reason: 'The customer asked for the offer by mail.',
}
export const revealedLeadFieldExample = { field: 'email', value: 'hanna.brandt@example.com' }

export const revealQuoteFieldExample = {
  field: 'customer_input.company',
  reason: 'The customer asked how the price came about.',
}
export const revealedQuoteFieldExample = {
  field: 'customer_input.company',
  value: ids.datasetItem,
}
