import type { Caller } from './caller.ts'
import type {
  CreateLead,
  CreateOffer,
  CreatePayment,
  CreateQuote,
  Operations,
  Payment,
} from './generated.ts'
import type { CallOptions } from './operation.ts'

/** A body whose `data` has the type of a certain product, as `typesFromRules` writes it. */
export type WithData<Body, Data extends object> = Omit<Body, 'data'> & { readonly data: Data }

/** Drafts, for test keys. */
export type FormQuery = NonNullable<Operations['showForm']['query']>

/** Members that a quote for a sale requires; for an endorsement they are optional. */
type Named = 'item_id' | 'subscription_plan_id' | 'integration_id'
export type QuoteForSale = Omit<CreateQuote, 'policy_id' | 'effective_date'> &
  Required<Pick<CreateQuote, Named>>
export type QuoteForEndorsement = Required<Pick<CreateQuote, 'policy_id'>> &
  Pick<CreateQuote, 'effective_date' | 'data' | Named>

/** A quote or an offer of test mode may be made on a clock. */
export interface SaleOptions extends CallOptions {
  /** The id of a test clock, which the sold policy follows. */
  readonly testClock?: string
}

/** The form, then quote, offer and payment: the steps of a sale. */
export function salesOf({ call }: Caller) {
  return {
    forms: {
      get: (integrationId: string, query: FormQuery = {}, options?: CallOptions) =>
        call('showForm', { ...options, params: { integrationId }, query }),
    },
    quotes: {
      create: <Data extends object>(body: WithData<QuoteForSale, Data>, options?: SaleOptions) =>
        // Interfaces lack an index signature; apart from that Data is a record.
        call('createQuote', { ...onClock(options), body: body as CreateQuote }),
      /** Quotes an endorsement of a policy: `data` has the changed answers. */
      createForEndorsement: <Data extends object>(
        body: WithData<QuoteForEndorsement, Data>,
        options?: CallOptions,
      ) => call('createQuote', { ...options, body: body as CreateQuote }), // Likewise.
    },
    offers: {
      create: <Data extends object>(body: WithData<CreateOffer, Data>, options?: SaleOptions) =>
        call('createOffer', { ...onClock(options), body: body as CreateOffer }), // As with quotes.
      get: (offerId: string, options?: CallOptions) =>
        call('showOffer', { ...options, params: { offerId } }),
    },
    leads: {
      /** Saves the answers of a customer so far. */
      create: (body: CreateLead, options?: CallOptions) => call('createLead', { ...options, body }),
      /** With a secret key, or with the token of the lead. */
      get: (leadId: string, token?: string, options?: CallOptions) =>
        call('showLead', {
          ...options,
          params: { leadId },
          ...(token === undefined ? {} : { headers: { 'lead-token': token } }),
        }),
    },
    payments: {
      create: (body: CreatePayment, options?: CallOptions) =>
        call('createPayment', { ...options, body }),
      /** The whole payment; needs a secret key. */
      async get(paymentId: string, options?: CallOptions): Promise<Payment> {
        const payment = await call('showPayment', { ...options, params: { paymentId } })
        if ('policy_id' in payment) return payment
        throw new Error('the server shows a payment to a public key without its token')
      },
      /** What a page needs to continue, with the token of the payment. */
      status: (paymentId: string, token: string, options?: CallOptions) =>
        call('showPayment', {
          ...options,
          params: { paymentId },
          headers: { 'payment-token': token },
        }),
      /** Voids a pending payment, with its token. */
      void: (paymentId: string, token: string, options?: CallOptions) =>
        call('voidPayment', { ...options, params: { paymentId }, body: { token } }),
    },
  }
}

function onClock({ testClock, ...options }: SaleOptions = {}) {
  return testClock === undefined ? options : { ...options, headers: { 'test-clock': testClock } }
}
