import { allAllowed, ids, moment } from '../../wire/example-ids.ts'

export const setCredentialsExample = {
  fields: {
    secret_key: 'sk_test_51S8Zx2ExampleOnly',
    publishable_key: 'pk_test_51S8Zx2ExampleOnly',
    webhook_secret: 'whsec_ExampleOnly',
  },
}

export const credentialsExample = {
  provider: 'stripe',
  livemode: false,
  fields: {
    secret_key: '…Only',
    publishable_key: 'pk_test_51S8Zx2ExampleOnly',
    webhook_secret: '…Only',
  },
  account_reference: null,
  callback_url: `https://api.insurer.example/payments/callbacks/stripe/${ids.insurer}`,
  changed_at: moment,
  refused_at: null,
  refusal: null,
}

export const checkedCredentialsExample = {
  ok: true,
  account_reference: 'acct_1S8Zx2',
  problems: [],
}

const elsewhere = {
  collects: 'elsewhere' as const,
  first_payment: true,
  mandate: false,
  off_session: false,
  refund: true,
  dispute: false,
  slow_settlement: false,
  lead_days: 0,
  notice_days: 0,
  debit_max: null,
  credentials: false,
}

const sepaDebit = {
  collects: 'here' as const,
  first_payment: true,
  mandate: true,
  off_session: true,
  refund: true,
  dispute: true,
  slow_settlement: true,
  lead_days: 5,
  notice_days: 14,
  debit_max: { amount: 1_000_000, currency: 'eur' },
  credentials: true,
}

const here = {
  ...elsewhere,
  collects: 'here' as const,
  mandate: true,
  off_session: true,
  dispute: true,
}

export const declareProviderExample = { name: 'acme_invoice', methods: ['invoice'] }

export const declaredProviderExample = {
  ...declareProviderExample,
  is_own: true,
  collects_elsewhere: true,
  abilities: elsewhere,
  by_method: {},
  created_at: moment,
}

function ofPlatform(
  name: string,
  abilities: typeof elsewhere | typeof here,
  methods: string[] | null = null,
) {
  const collects_elsewhere = abilities.collects === 'elsewhere'
  const remove = {
    allowed: false,
    code: 'own_payment_provider_not_found',
    reason: `Payment provider ${name} was not found.`,
  }
  const by_method = name === 'stripe' ? { sepa_debit: sepaDebit } : {}
  const shown = {
    methods,
    abilities,
    by_method,
    is_own: false,
    created_at: null,
    allowed: { remove },
  }
  return { name, ...shown, collects_elsewhere }
}

export const paymentProvidersExample = [
  ofPlatform('invoice', elsewhere),
  ofPlatform('distributor', elsewhere),
  ofPlatform('sandbox', { ...here, slow_settlement: true }),
  ofPlatform(
    'bank_transfer',
    { ...elsewhere, collects: 'here' as const, slow_settlement: true, credentials: true },
    ['transfer'],
  ),
  ofPlatform('stripe', { ...here, credentials: true }, ['card', 'sepa_debit']),
  { ...declaredProviderExample, allowed: allAllowed('remove') },
]
