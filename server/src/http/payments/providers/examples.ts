import { moment } from '../../wire/example-ids.ts'

export const declareProviderExample = { name: 'acme_invoice', methods: ['invoice'] }

export const declaredProviderExample = {
  ...declareProviderExample,
  is_own: true,
  collects_elsewhere: true,
  created_at: moment,
}

const platforms = { methods: null, is_own: false, created_at: null }

export const paymentProvidersExample = [
  { name: 'invoice', ...platforms, collects_elsewhere: true },
  { name: 'distributor', ...platforms, collects_elsewhere: true },
  { name: 'sandbox', ...platforms, collects_elsewhere: false },
  declaredProviderExample,
]
