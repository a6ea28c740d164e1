import { allAllowed, ids, moment } from '../../wire/example-ids.ts'

const mandateExample = {
  id: ids.mandate,
  provider: 'sandbox',
  method: 'card',
  hint: '•••• 4242',
  status: 'active',
  payment_id: ids.payment,
  pending_payment_ids: [],
  revoked_by: null,
  reason: null,
  created_at: moment,
  ended_at: null,
}

export const mandatesExample = {
  policy_id: ids.policy,
  mandates: [{ ...mandateExample, allowed: allAllowed('revoke') }],
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
