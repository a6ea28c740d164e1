import type { Stripe } from 'stripe'

/** Whole objects of Stripe's API, as the types of its package ask for. */
export interface World {
  /** Seconds since 1970. */
  now(): number
  id(prefix: string): string
}

/** The id of what is named by it, or came whole. */
export function named(one: string | { readonly id: string } | null): string {
  return typeof one === 'string' ? one : (one?.id ?? '')
}

export function newIntent(
  world: World,
  of: Pick<
    Stripe.PaymentIntent,
    | 'amount'
    | 'currency'
    | 'customer'
    | 'payment_method'
    | 'metadata'
    | 'setup_future_usage'
    | 'payment_method_types'
  >,
): Stripe.PaymentIntent {
  const id = world.id('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: of.payment_method_types,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${world.id('s')}`,
    confirmation_method: 'automatic',
    created: world.now(),
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: of.payment_method === null ? 'requires_payment_method' : 'requires_confirmation',
    transfer_group: null,
    ...of,
  }
}

export function newSetup(
  world: World,
  of: Pick<Stripe.SetupIntent, 'customer' | 'metadata' | 'payment_method_types'>,
): Stripe.SetupIntent {
  const id = world.id('seti')
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: of.payment_method_types,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${world.id('s')}`,
    created: world.now(),
    description: null,
    excluded_payment_method_types: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
    ...of,
  }
}

export function newCustomer(world: World, metadata: Stripe.Metadata): Stripe.Customer {
  return {
    id: world.id('cus'),
    object: 'customer',
    balance: 0,
    created: world.now(),
    default_source: null,
    description: null,
    email: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata,
    shipping: null,
  }
}

export function newMethod(world: World, last4: string): Stripe.PaymentMethod {
  return {
    id: world.id('pm'),
    object: 'payment_method',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: 'visa',
      checks: null,
      country: 'DE',
      display_brand: 'visa',
      exp_month: 12,
      exp_year: 2040,
      funding: 'credit',
      generated_from: null,
      last4,
      networks: null,
      regulated_status: null,
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: world.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}

/** An account that is debited, in place of a card. */
export function newDebitMethod(world: World, last4: string): Stripe.PaymentMethod {
  const { card: _, ...rest } = newMethod(world, last4)
  const sepa_debit = {
    bank_code: '37040044',
    branch_code: '',
    country: 'DE',
    fingerprint: null,
    generated_from: null,
    last4,
  }
  return { ...rest, type: 'sepa_debit', sepa_debit }
}

export function newMandate(world: World, method: string, prefix: string): Stripe.Mandate {
  const id = world.id('mandate')
  return {
    id,
    object: 'mandate',
    customer_acceptance: { accepted_at: world.now(), type: 'offline', offline: {} },
    livemode: false,
    payment_method: method,
    payment_method_details: {
      type: 'sepa_debit',
      sepa_debit: { reference: `${prefix}${id.toUpperCase()}`, url: 'https://stripe.example/m' },
    },
    status: 'active',
    type: 'multi_use',
  }
}

export function newCharge(world: World, intent: Stripe.PaymentIntent): Stripe.Charge {
  const { amount, currency, customer, metadata } = intent
  return {
    id: world.id('ch'),
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: world.now(),
    currency,
    customer,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode: false,
    metadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: intent.id,
    payment_method: typeof intent.payment_method === 'string' ? intent.payment_method : null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

export function newRefund(
  world: World,
  of: Pick<Stripe.Refund, 'amount' | 'charge' | 'currency' | 'metadata' | 'payment_intent'>,
): Stripe.Refund {
  return {
    id: world.id('re'),
    object: 'refund',
    balance_transaction: null,
    created: world.now(),
    customer: null,
    customer_account: null,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
    ...of,
  }
}

export function newAccount(id: string): Stripe.Account {
  return {
    id,
    object: 'account',
    charges_enabled: true,
    details_submitted: true,
    email: null,
    payouts_enabled: true,
    settings: {
      sepa_debit_payments: { creditor_id: 'DE98ZZZ09999999999' },
    } as Stripe.Account.Settings,
    type: 'standard',
  }
}

/** A change of the balance, with what the provider keeps of it. */
export function newBalanceTransaction(
  world: World,
  of: Pick<Stripe.BalanceTransaction, 'amount' | 'currency' | 'fee' | 'source' | 'type'>,
): Stripe.BalanceTransaction {
  return {
    id: world.id('txn'),
    object: 'balance_transaction',
    available_on: world.now() + 2 * 86_400,
    balance_type: 'payments',
    created: world.now(),
    description: null,
    exchange_rate: null,
    fee_details:
      of.fee === 0
        ? []
        : [
            {
              amount: of.fee,
              application: null,
              currency: of.currency,
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: of.amount - of.fee,
    reporting_category: of.type,
    status: 'pending',
    ...of,
  }
}

export function newPayout(
  world: World,
  { amount, currency }: Pick<Stripe.Payout, 'amount' | 'currency'>,
): Stripe.Payout {
  return {
    id: world.id('po'),
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: world.now() + 2 * 86_400,
    automatic: true,
    balance_transaction: null,
    created: world.now(),
    currency,
    description: 'STRIPE PAYOUT',
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'in_progress',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit',
    trace_id: null,
    type: 'bank_account',
  }
}
