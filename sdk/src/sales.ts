import type { Caller } from './caller.ts'
import type { CreateOffer, CreatePayment, CreateQuote, Operations } from './generated.ts'
import type { CallOptions } from './operation.ts'

/** A body whose `data` has the type of a certain product, as `typesFromRules` writes it. */
export type WithData<Body, Data extends object> = Omit<Body, 'data'> & { readonly data: Data }

/** Drafts, for test keys. */
export type FormQuery = NonNullable<Operations['showForm']['query']>

/** What to ask for, then quote, offer, payment: the three steps of a sale. */
export function salesOf({ call }: Caller) {
  return {
    forms: {
      get: (integrationId: string, query: FormQuery = {}, options?: CallOptions) =>
        call('showForm', { ...options, params: { integrationId }, query }),
    },
    quotes: {
      create: <Data extends object>(body: WithData<CreateQuote, Data>, options?: CallOptions) =>
        // Interfaces have no index signature, which is all that keeps Data from being one.
        call('createQuote', { ...options, body: body as CreateQuote }),
    },
    offers: {
      create: <Data extends object>(body: WithData<CreateOffer, Data>, options?: CallOptions) =>
        call('createOffer', { ...options, body: body as CreateOffer }), // As with quotes.
      get: (offerId: string, options?: CallOptions) =>
        call('showOffer', { ...options, params: { offerId } }),
    },
    payments: {
      create: (body: CreatePayment, options?: CallOptions) =>
        call('createPayment', { ...options, body }),
      get: (paymentId: string, options?: CallOptions) =>
        call('showPayment', { ...options, params: { paymentId } }),
    },
  }
}
