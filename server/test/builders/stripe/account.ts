import type { Stripe } from 'stripe'
import { type Card, cards } from './cards.ts'
import {
  type World,
  named,
  newAccount,
  newBalanceTransaction,
  newCharge,
  newCustomer,
  newDebitMethod,
  newIntent,
  newMandate,
  newMethod,
  newPayout,
  newRefund,
  newSetup,
} from './objects.ts'
import { type Form, recordIn, textAt, textIn } from './read-form.ts'

/** What Stripe answers instead of an object. */
export class StripeFailure extends Error {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
  }
}

const invalid = (message: string, code: string, status = 400, besides: object = {}) =>
  new StripeFailure(status, { type: 'invalid_request_error', code, message, ...besides })

/** An account of Stripe with all that it remembers. It does at once what banks take days for, when told to. */
export class FakeAccount {
  readonly id: string
  readonly world: World
  readonly intents = new Map<string, Stripe.PaymentIntent>()
  readonly setups = new Map<string, Stripe.SetupIntent>()
  readonly customers = new Map<string, Stripe.Customer>()
  readonly methods = new Map<string, Stripe.PaymentMethod>()
  readonly charges = new Map<string, Stripe.Charge>()
  readonly refunds = new Map<string, Stripe.Refund>()
  readonly disputes = new Map<string, Stripe.Dispute>()
  readonly mandates = new Map<string, Stripe.Mandate>()
  readonly payouts = new Map<string, Stripe.Payout>()
  readonly balanceTransactions: Stripe.BalanceTransaction[] = []
  readonly events: Stripe.Event[] = []
  /** Whether debits wait for `settleDebit`; otherwise they are settled when they are asked about. */
  holdsDebits = false
  readonly prefixes = new Map<string, string>()
  /** The day that a debit was ordered for, by its intent. */
  readonly targetDates = new Map<string, string>()
  readonly #cards = new Map<string, Card>()
  readonly #confirmed = new Set<string>()

  constructor(id: string, world: World) {
    this.id = id
    this.world = world
  }

  account(): Stripe.Account {
    return newAccount(this.id)
  }

  createCustomer(form: Form): Stripe.Customer {
    return put(this.customers, newCustomer(this.world, recordIn(form, 'metadata')))
  }

  createIntent(form: Form): Stripe.PaymentIntent {
    if (form['payment_method_types'] !== undefined) {
      throw invalid('Received unknown parameter: payment_method_types', 'parameter_unknown')
    }
    const amount = Number(textIn(form, 'amount'))
    if (!Number.isSafeInteger(amount) || amount < 50) {
      throw invalid('Amount must be at least 50 cents.', 'amount_too_small')
    }
    const given = textIn(form, 'payment_method')
    const intent = newIntent(this.world, {
      amount,
      currency: textIn(form, 'currency') ?? '',
      customer: textIn(form, 'customer'),
      payment_method: given === null ? null : this.methodNamed(given).id,
      metadata: recordIn(form, 'metadata'),
      setup_future_usage: textIn(form, 'setup_future_usage'),
      payment_method_types: Object.values(recordIn(form, 'allowed_payment_method_types')),
    })
    const debit = ['payment_method_options', 'sepa_debit']
    const target = textAt(form, ...debit, 'target_date')
    if (target !== null) this.targetDates.set(intent.id, target)
    const prefix = textAt(form, ...debit, 'mandate_options', 'reference_prefix')
    if (prefix !== null) this.prefixes.set(intent.id, prefix)
    return put(this.intents, intent)
  }

  /** As the server does, or as the form in the browser does with the client secret. */
  confirmIntent(id: string, form: Form): Stripe.PaymentIntent {
    const intent = this.intent(id)
    const { status } = intent
    if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(status)) {
      throw this.#unexpected(intent, 'confirm')
    }
    const given = textIn(form, 'payment_method')
    if (given !== null) intent.payment_method = this.methodNamed(given).id
    const method = typeof intent.payment_method === 'string' ? intent.payment_method : null
    if (method === null) throw invalid('You must provide a payment method.', 'missing', 400)
    const card = this.#cards.get(method)
    const isOffSession = textIn(form, 'off_session') === 'true'
    const mustAsk =
      card?.asks === 'always' || (card?.asks === 'once' && !this.#confirmed.has(method))
    if (mustAsk && isOffSession) {
      return this.#decline(intent, {
        code: 'authentication_required',
        decline_code: 'authentication_required',
      })
    }
    if (mustAsk) {
      intent.status = 'requires_action'
      intent.next_action = {
        type: 'redirect_to_url',
        redirect_to_url: {
          url: `https://hooks.stripe.example/3ds/${id}`,
          return_url: textIn(form, 'return_url'),
        },
      }
      this.#happened('payment_intent.requires_action', intent)
      return intent
    }
    if (card?.isDebit === true) return this.#beginDebit(intent)
    if (card?.decline !== undefined && (card.declinesLater !== true || isOffSession)) {
      return this.#decline(intent, card.decline)
    }
    return this.#succeed(intent)
  }

  /** The bank debits the account, or says why not, days later. */
  settleDebit(id: string): Stripe.PaymentIntent {
    const intent = this.intent(id)
    if (intent.status !== 'processing') throw this.#unexpected(intent, 'settle')
    const card = this.#cards.get(named(intent.payment_method))
    const isLater = intent.setup_future_usage === null
    if (card?.decline === undefined || (card.declinesLater === true && !isLater)) {
      return this.#succeed(intent)
    }
    try {
      return this.#decline(intent, card.decline)
    } catch {
      return intent // Its failure is for whoever asks.
    }
  }

  #beginDebit(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
    const method = named(intent.payment_method)
    const prefix = this.prefixes.get(intent.id) ?? ''
    const mandate = put(this.mandates, newMandate(this.world, method, prefix))
    const charge = put(this.charges, newCharge(this.world, intent))
    const sepa_debit = { mandate: mandate.id } as Stripe.Charge.PaymentMethodDetails.SepaDebit
    charge.payment_method_details = { type: 'sepa_debit', sepa_debit }
    charge.status = 'pending'
    Object.assign(intent, { status: 'processing', latest_charge: charge.id })
    this.#happened('payment_intent.processing', intent)
    return intent
  }

  /** The customer on the page of the bank. */
  authenticate(id: string, isConfirmed = true): Stripe.PaymentIntent {
    const intent = this.intent(id)
    const method = named(intent.payment_method)
    if (intent.status !== 'requires_action') throw this.#unexpected(intent, 'authenticate')
    intent.next_action = null
    this.#confirmed.add(method)
    if (isConfirmed) return this.#succeed(intent)
    try {
      return this.#decline(intent, { code: 'payment_intent_authentication_failure' })
    } catch {
      return intent // Its failure is for whoever asks.
    }
  }

  cancelIntent(id: string): Stripe.PaymentIntent {
    const intent = this.intent(id)
    if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
      throw this.#unexpected(intent, 'cancel')
    }
    intent.status = 'canceled'
    intent.canceled_at = this.world.now()
    this.#happened('payment_intent.canceled', intent)
    return intent
  }

  /** From now on a card does something else: the bank asks for each charge, or declines it. */
  changeCard(methodId: string, changes: Omit<Card, 'last4' | 'isDebit'>): void {
    const { last4 } = this.#cards.get(methodId) ?? { last4: '' }
    this.#cards.set(methodId, { last4, ...changes })
  }

  /** From now on the bank asks the customer to confirm each charge of a card. */
  askFor(methodId: string): void {
    this.changeCard(methodId, { asks: 'always' })
  }

  createSetup(form: Form): Stripe.SetupIntent {
    const setup = newSetup(this.world, {
      customer: textIn(form, 'customer'),
      metadata: recordIn(form, 'metadata'),
      payment_method_types: Object.values(recordIn(form, 'allowed_payment_method_types')),
    })
    return put(this.setups, setup)
  }

  /** As the form in the browser does. */
  confirmSetup(id: string, card: string): Stripe.SetupIntent {
    const setup = found(this.setups, id)
    const method = this.methodNamed(card)
    method.customer = setup.customer as string // Set with its id.
    setup.payment_method = method.id
    setup.status = 'succeeded'
    this.#confirmed.add(method.id)
    this.#happened('setup_intent.succeeded', setup)
    return setup
  }

  createRefund(form: Form): Stripe.Refund {
    const intent = this.intent(textIn(form, 'payment_intent') ?? '')
    const charge = found(this.charges, named(intent.latest_charge))
    const amount = Number(textIn(form, 'amount') ?? charge.amount)
    if (charge.amount_refunded + amount > charge.amount) {
      const code = 'charge_already_refunded'
      throw invalid('The charge has been refunded already.', code)
    }
    charge.amount_refunded += amount
    const refund = newRefund(this.world, {
      amount,
      charge: charge.id,
      currency: charge.currency,
      metadata: recordIn(form, 'metadata'),
      payment_intent: intent.id,
    })
    const type = typeOf(charge, 'refund', 'payment_refund')
    const moved = this.#moved(type, { amount: -amount, fee: 0, ...sourceOf(refund) })
    refund.balance_transaction = moved.id
    this.#happened('refund.created', refund)
    return put(this.refunds, refund)
  }

  /** The bank sends the money of a refund back, days later. */
  failRefund(id: string, failure_reason = 'expired_or_canceled_card'): void {
    const refund = found(this.refunds, id)
    const charge = found(this.charges, named(refund.charge))
    charge.amount_refunded -= refund.amount
    const { amount } = refund
    const moved = this.#moved('refund_failure', { amount, fee: 0, ...sourceOf(refund) })
    Object.assign(refund, {
      status: 'failed',
      failure_reason,
      failure_balance_transaction: moved.id,
    })
    this.#happened('refund.failed', refund)
  }

  /** The card holder disputes a payment: Stripe takes the money back until it is decided. */
  dispute(intentId: string, status: Stripe.Dispute['status'] = 'needs_response'): Stripe.Dispute {
    const intent = this.intent(intentId)
    const charge = found(this.charges, named(intent.latest_charge))
    charge.disputed = true
    const dispute = {
      id: this.world.id('dp'),
      object: 'dispute',
      amount: charge.amount,
      balance_transactions: [],
      charge: charge.id,
      created: this.world.now(),
      currency: charge.currency,
      enhanced_eligibility_types: [],
      evidence: {},
      evidence_details: {
        due_by: this.world.now() + 7 * 86_400,
        has_evidence: false,
        past_due: false,
        submission_count: 0,
      },
      intended_submission_method: null,
      is_charge_refundable: false,
      livemode: false,
      metadata: {},
      payment_intent: intent.id,
      reason: 'fraudulent',
      status,
    } as unknown as Stripe.Dispute // Nobody reads the thirty members of its evidence.
    const isWarning = status.startsWith('warning') || status === 'prevented'
    if (!isWarning) this.#withdraw(dispute)
    this.#happened('charge.dispute.created', dispute)
    return put(this.disputes, dispute)
  }

  /** The money goes, and a fee with it. */
  #withdraw(dispute: Stripe.Dispute): void {
    const gone = { amount: -dispute.amount, fee: disputeFee, ...sourceOf(dispute) }
    dispute.balance_transactions.push(this.#moved('adjustment', gone))
  }

  /** Its money comes back where it is won, and the fee where the account has such terms. */
  closeDispute(
    id: string,
    status: Stripe.Dispute['status'],
    { givesFeeBack = false }: { readonly givesFeeBack?: boolean } = {},
  ): void {
    const dispute = found(this.disputes, id)
    dispute.status = status
    if (status === 'won') {
      const fee = givesFeeBack ? -disputeFee : 0
      const back = { amount: dispute.amount, fee, ...sourceOf(dispute) }
      dispute.balance_transactions.push(this.#moved('adjustment', back))
    }
    this.#happened('charge.dispute.closed', dispute)
  }

  /** Pays everything out that is there. */
  payOut(currency = 'eur'): Stripe.Payout {
    const payout = newPayout(this.world, { amount: this.balance(currency), currency })
    const moved = this.#moved('payout', {
      amount: -payout.amount,
      fee: 0,
      ...sourceOf(payout),
    })
    payout.balance_transaction = moved.id
    return put(this.payouts, payout)
  }

  /** The bank does not take it: the money is back. */
  failPayout(id: string): void {
    const payout = found(this.payouts, id)
    payout.status = 'failed'
    this.#moved('payout_failure', { amount: payout.amount, fee: 0, ...sourceOf(payout) })
  }

  /** What Stripe charges by itself, such as for a month. */
  chargeFee(amount: number, currency = 'eur'): void {
    this.#moved('stripe_fee', { amount: -amount, fee: 0, source: null, currency })
  }

  /** Somebody pays who has nothing to do with the platform. */
  sellElsewhere(amount: number, currency = 'eur'): Stripe.PaymentIntent {
    const intent = newIntent(this.world, {
      amount,
      currency,
      customer: null,
      payment_method: this.methodNamed('pm_card_visa').id,
      metadata: {},
      setup_future_usage: null,
      payment_method_types: ['card'],
    })
    return this.#succeed(put(this.intents, intent))
  }

  balance(currency: string): number {
    return this.balanceTransactions.reduce(
      (sum, one) => (one.currency === currency ? sum + one.net : sum),
      0,
    )
  }

  /** As it is asked for: with what it is about whole. */
  withSource(one: Stripe.BalanceTransaction): Stripe.BalanceTransaction {
    const id = named(one.source)
    const source =
      this.charges.get(id) ??
      this.refunds.get(id) ??
      this.disputes.get(id) ??
      this.payouts.get(id) ??
      null
    return source === null ? one : { ...one, source }
  }

  #moved(
    type: Stripe.BalanceTransaction['type'],
    of: Pick<Stripe.BalanceTransaction, 'amount' | 'currency' | 'fee' | 'source'>,
  ): Stripe.BalanceTransaction {
    const moved = newBalanceTransaction(this.world, { ...of, type })
    this.balanceTransactions.push(moved)
    return moved
  }

  intent(id: string): Stripe.PaymentIntent {
    return found(this.intents, id)
  }

  /** A payment method by its id; or a new one of a test card, as Stripe makes it of such a name. */
  methodNamed(name: string): Stripe.PaymentMethod {
    const card = cards[name]
    if (card === undefined) return found(this.methods, name)
    const made = card.isDebit === true ? newDebitMethod : newMethod
    const method = put(this.methods, made(this.world, card.last4))
    this.#cards.set(method.id, card)
    return method
  }

  /** As it is asked for: with the payment method and the charge whole. */
  expanded<Intent extends Stripe.PaymentIntent | Stripe.SetupIntent>(
    intent: Intent,
    expand: readonly string[],
  ): Intent {
    const method = typeof intent.payment_method === 'string' ? intent.payment_method : ''
    const charge = 'latest_charge' in intent ? named(intent.latest_charge) : ''
    return {
      ...intent,
      ...(expand.includes('payment_method') &&
        this.methods.has(method) && { payment_method: this.methods.get(method) }),
      ...(expand.includes('latest_charge') &&
        this.charges.has(charge) && { latest_charge: this.charges.get(charge) }),
    }
  }

  #succeed(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
    const begun = this.charges.get(named(intent.latest_charge))
    const charge = begun ?? put(this.charges, newCharge(this.world, intent))
    charge.status = 'succeeded'
    const { amount } = charge
    const moved = this.#moved(typeOf(charge, 'charge', 'payment'), {
      amount,
      fee: feeOf(amount),
      ...sourceOf(charge),
    })
    charge.balance_transaction = moved.id
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: charge.id,
      last_payment_error: null,
      next_action: null,
    })
    const method = this.methods.get(named(intent.payment_method))
    if (method !== undefined && intent.setup_future_usage !== null) {
      method.customer = intent.customer as string // Set with its id.
      this.#confirmed.add(method.id)
    }
    this.#happened('payment_intent.succeeded', intent)
    return intent
  }

  #decline(
    intent: Stripe.PaymentIntent,
    decline: { readonly code: string; readonly decline_code?: string },
  ): never {
    const error = {
      type: 'card_error' as const,
      message: 'Your card was declined.',
      ...decline,
    }
    intent.status = 'requires_payment_method'
    intent.last_payment_error = error
    this.#happened('payment_intent.payment_failed', intent)
    throw new StripeFailure(402, { ...error, payment_intent: intent })
  }

  #unexpected(intent: Stripe.PaymentIntent, what: string): StripeFailure {
    const message = `This PaymentIntent cannot ${what}: its status is ${intent.status}.`
    const code = 'payment_intent_unexpected_state'
    return invalid(message, code, 400, { payment_intent: intent })
  }

  #happened(type: Stripe.Event['type'], object: object): void {
    const event = {
      id: this.world.id('evt'),
      object: 'event',
      api_version: null,
      created: this.world.now(),
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
    } as unknown as Stripe.Event // One of a union of hundreds, by its type.
    this.events.push(event)
  }
}

/** What Stripe keeps of a payment: 1.5 per cent and 25 cents. */
export function feeOf(amount: number): number {
  return Math.round(amount * 0.015) + 25
}

export const disputeFee = 2_000

const sourceOf = ({ id, currency }: { readonly id: string; readonly currency: string }) => ({
  source: id,
  currency,
})

/** Cards have words of their own. */
function typeOf<Type extends Stripe.BalanceTransaction['type']>(
  { payment_method_details: details }: Stripe.Charge,
  ofCard: Type,
  ofDebit: Type,
): Type {
  return details?.type === 'sepa_debit' ? ofDebit : ofCard
}

function put<Row extends { readonly id: string }>(into: Map<string, Row>, row: Row): Row {
  into.set(row.id, row)
  return row
}

function found<Row>(rows: ReadonlyMap<string, Row>, id: string): Row {
  const row = rows.get(id)
  if (row === undefined) throw invalid(`No such object: '${id}'`, 'resource_missing', 404)
  return row
}
