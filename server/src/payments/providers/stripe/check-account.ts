import type { CredentialField } from '../../credentials/credentials.ts'
import type { CredentialCheck } from '../../credentials/manage-credentials.ts'
import type { StripeAccount } from './stripe-client.ts'
import { accountRefusal } from './stripe-errors.ts'

const modeOf = (livemode: boolean) => (livemode ? 'live' : 'test')

/** What an insurer stores of its account at Stripe. */
export const stripeFields: readonly CredentialField[] = [
  {
    name: 'secret_key',
    isSecret: true,
    pattern: (livemode) => new RegExp(`^(sk|rk)_${modeOf(livemode)}_[A-Za-z0-9]{8,200}$`),
    form: (livemode) => {
      const mode = modeOf(livemode)
      return `a secret or restricted key of ${mode} mode: sk_${mode}_... or rk_${mode}_...`
    },
  },
  {
    name: 'publishable_key',
    isSecret: false,
    pattern: (livemode) => new RegExp(`^pk_${modeOf(livemode)}_[A-Za-z0-9]{8,200}$`),
    form: (livemode) =>
      `the publishable key of ${modeOf(livemode)} mode: pk_${modeOf(livemode)}_...`,
  },
  {
    name: 'mandate_prefix',
    isSecret: false,
    isOptional: true,
    pattern: () => /^(?!STRIPE)[A-Z0-9/_&.-]{1,12}$/,
    form: () => 'how references of SEPA mandates begin: up to 12 capitals, digits or / _ & . -',
  },
  {
    name: 'webhook_secret',
    isSecret: true,
    isOptional: true,
    isRotated: true,
    pattern: () => /^whsec_[A-Za-z0-9+/=]{8,200}$/,
    form: () => 'the signing secret of the webhook endpoint: whsec_...',
  },
]

/** Asks Stripe whose key it is, and whether money can be taken with it. */
export async function checkAccount({ api, credentials }: StripeAccount): Promise<CredentialCheck> {
  try {
    const account = await api.accounts.retrieveCurrent()
    const problems = [
      account.charges_enabled ? [] : 'The account cannot take payments yet: complete it at Stripe.',
      account.payouts_enabled ? [] : 'The account receives no payouts yet: complete it at Stripe.',
      credentials.values['webhook_secret'] === undefined
        ? 'No webhook_secret is stored: outcomes are found by asking only, which takes longer.'
        : [],
    ].flat()
    return { isOk: account.charges_enabled, accountReference: account.id, problems }
  } catch (error) {
    const refusal = accountRefusal(error)
    if (refusal === null) throw error
    const problems = [`Stripe refuses the secret key: ${refusal}`]
    return { isOk: false, accountReference: null, problems }
  }
}
