import { allAllowed, moment } from '../../wire/example-ids.ts'

export const declareProviderExample = { name: 'acme_invoice', methods: ['invoice'] }

export const declaredProviderExample = {
  ...declareProviderExample,
  is_own: true,
  collects_elsewhere: true,
  created_at: moment,
}

function ofPlatform(name: string, collects_elsewhere: boolean) {
  const remove = {
    allowed: false,
    code: 'own_payment_provider_not_found',
    reason: `Payment provider ${name} was not found.`,
  }
  const shown = { methods: null, is_own: false, created_at: null, allowed: { remove } }
  return { name, ...shown, collects_elsewhere }
}

export const paymentProvidersExample = [
  ofPlatform('invoice', true),
  ofPlatform('distributor', true),
  ofPlatform('sandbox', false),
  { ...declaredProviderExample, allowed: allAllowed('remove') },
]
