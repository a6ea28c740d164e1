import { reason } from '../kernel/index.ts'

export const pricingInPreparation = reason({
  kind: 'pricing_in_preparation',
  code: 'pricing_in_preparation',
  when: 'The pricing of this version is still being prepared.',
  message: 'Pricing calculation creation is in progress. Try again in a moment.',
})
