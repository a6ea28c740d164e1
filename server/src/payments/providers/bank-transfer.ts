import { everyEngine } from '../../rules/index.ts'
import { type CredentialDeps, readCredentials } from '../credentials/credential-values.ts'
import type { CredentialField } from '../credentials/credentials.ts'
import type { PaymentProvider } from '../provider.ts'
import { providerNotSetUp } from '../reasons.ts'
import { newTransferReference } from './transfer-reference.ts'

const name = 'bank_transfer'
/** A transfer takes days, and people take longer. */
const pendingDaysMax = 30

const fields: readonly CredentialField[] = [
  {
    name: 'iban',
    isSecret: false,
    pattern: () => /^[A-Z]{2}\d{2}[A-Z0-9 ]{8,40}$/,
    isValid: (text) => everyEngine.bank.isIban(text.replaceAll(' ', '')),
    form: () => 'the IBAN of the account on which customers pay',
  },
  {
    name: 'account_holder',
    isSecret: false,
    pattern: () => /^\S.{0,69}$/,
    form: () => 'the holder of that account, up to 70 characters',
  },
  {
    name: 'bic',
    isSecret: false,
    isOptional: true,
    pattern: () => /^[A-Z0-9]{8}([A-Z0-9]{3})?$/,
    form: () => 'the BIC of the bank, 8 or 11 letters and digits',
  },
]

/**
 * The customer transfers the money to the insurer's bank, with a reference that the payment has. Nobody
 * can be asked about it: the receipt of the bank that names the reference says that it was made.
 */
export function bankTransfer(deps: CredentialDeps): PaymentProvider {
  return {
    name,
    testModeOnly: false,
    settlesAtOnce: false,
    pendingHoursMax: pendingDaysMax * 24,
    referenceFor: () => newTransferReference(),
    charge: async () => waiting,
    find: async () => waiting,
    // What is transferred all the same is a receipt that a person sees to.
    void: async () => ({ status: 'voided' }),
    refund: async () => paidOutByBank(),
    findRefund: async () => paidOutByBank(),
    nextAction: async (payment) => {
      const values = await readCredentials(deps, payment, name)
      const { reference } = payment
      if (values === null || reference === null) return null
      return {
        type: name,
        iban: (values['iban'] ?? '').replaceAll(' ', ''),
        bic: values['bic'] ?? null,
        accountHolder: values['account_holder'] ?? '',
        reference,
        amount: payment.amount,
        currency: payment.currency,
      }
    },
    credentials: {
      fields,
      // An account of a bank is right as far as its digits are: they were checked when it was stored.
      check: async () => ({ isOk: true, accountReference: null, problems: [] }),
      refusalOf: async (owner) =>
        (await readCredentials(deps, owner, name)) === null ? providerNotSetUp(name) : null,
    },
  }
}

const waiting = { status: 'pending', reference: null } as const

function paidOutByBank(): never {
  throw new Error('what came by bank is paid back by a payout')
}
