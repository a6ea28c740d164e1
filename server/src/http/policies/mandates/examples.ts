import { allAllowed, ids, linkTo, moment } from '../../wire/example-ids.ts'

const mandateExample = {
  id: ids.mandate,
  provider: 'sandbox',
  method: 'card',
  reference: null,
  creditor_id: null,
  hint: '•••• 4242',
  status: 'active',
  payment_id: ids.payment,
  setup_id: null,
  pending_payment_ids: [],
  revoked_by: null,
  reason: null,
  created_at: moment,
  ended_at: null,
}

export const mandatesExample = {
  policy_id: ids.policy,
  mandates: [{ ...mandateExample, allowed: allAllowed('revoke') }],
  setups: [],
  allowed: allAllowed('create_link'),
}

export const revokeMandateExample = { reason: 'The customer wrote that the card is closed.' }

export const revokedMandateExample = {
  ...mandateExample,
  status: 'revoked',
  revoked_by: 'account',
  ...revokeMandateExample,
  ended_at: moment,
  allowed: {
    revoke: {
      allowed: false,
      code: 'mandate_ended',
      reason: `Mandate ${ids.mandate} is not active: it is revoked.`,
    },
  },
}

const token = `mdl_${ids.paymentToken}`
const expires_at = '2028-11-27T09:15:00+00:00'

export const mandateLinkExample = {
  policy_id: ids.policy,
  token,
  expires_at,
  _links: { policy: linkTo(`/policies/${ids.policy}`) },
}

export const openedMandateLinkExample = {
  policy_id: ids.policy,
  insurer_policy_id: ids.policyNumber,
  language: 'en',
  expires_at,
  methods: [{ provider: 'sandbox', method: 'card' }],
}

export const setUpMandateExample = { provider: 'sandbox', method: 'card' }

export const mandateSetupExample = {
  id: ids.mandateSetup,
  policy_id: ids.policy,
  ...setUpMandateExample,
  status: 'ok',
  error_code: null,
  reason: null,
  created_at: moment,
  ended_at: moment,
}
