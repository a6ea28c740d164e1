/** What becomes of Stripe's test cards, by the names under which its documentation has them. */
export interface Card {
  readonly last4: string
  /** An account that is debited, which takes days: its money is there, or refused, only then. */
  readonly isDebit?: true
  /** Why it is declined whenever it is charged. */
  readonly decline?: { readonly code: string; readonly decline_code?: string }
  /** Whether the customer has to confirm: each time, or only the first. */
  readonly asks?: 'always' | 'once'
  /** Whether it can be stored, and is declined later. */
  readonly declinesLater?: true
}

const declined = (decline_code: string) => ({ code: 'card_declined', decline_code })

export const cards: Readonly<Record<string, Card>> = {
  pm_card_visa: { last4: '4242' },
  pm_card_chargeDeclined: { last4: '0002', decline: declined('generic_decline') },
  pm_card_visa_chargeDeclinedInsufficientFunds: {
    last4: '9995',
    decline: declined('insufficient_funds'),
  },
  pm_card_visa_chargeDeclinedLostCard: { last4: '9987', decline: declined('lost_card') },
  pm_card_chargeDeclinedExpiredCard: { last4: '0069', decline: { code: 'expired_card' } },
  pm_card_authenticationRequired: { last4: '3184', asks: 'always' },
  pm_card_authenticationRequiredSetupForOffSession: { last4: '3155', asks: 'once' },
  pm_sepa: { last4: '3000', isDebit: true },
  pm_sepa_noFunds: { last4: '3002', isDebit: true, decline: { code: 'insufficient_funds' } },
  pm_sepa_closed: { last4: '3003', isDebit: true, decline: { code: 'account_closed' } },
  /** The first debit is made, and all later ones are refused. */
  pm_sepa_emptyLater: {
    last4: '3035',
    isDebit: true,
    declinesLater: true,
    decline: { code: 'insufficient_funds' },
  },
  pm_card_chargeCustomerFail: {
    last4: '0341',
    declinesLater: true,
    decline: declined('generic_decline'),
  },
}
