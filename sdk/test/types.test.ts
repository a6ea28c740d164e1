import { describe, expectTypeOf, it } from 'vitest'
import {
  type Answer,
  type Client,
  type CreateQuote,
  type BinderyError,
  type ErrorCode,
  type ErrorCodeOf,
  type CallRequest,
  type CallArguments,
  type Pages,
  type Policy,
  type PolicySummary,
  type PublicPolicy,
  type Quote,
  type QuoteForSale,
  type WebhookEvent,
  type WithData,
  createClient,
  type verifyWebhook,
} from '../src/index.ts'
import type { CyberPolicyData, CyberQuoteData } from './fixtures/cyber-types.ts'

// TypeScript checks what is said here when it checks the house; nothing is sent.
const client = createClient({ baseUrl: 'http://bindery.test' })

describe('the types of events', () => {
  it('know the data of each event by its type', () => {
    const event = {} as Awaited<ReturnType<typeof verifyWebhook>>
    expectTypeOf(event).toEqualTypeOf<WebhookEvent>()
    expectTypeOf(event.sequence).toEqualTypeOf<number | null>()
    if (event.type === 'policy.cancelled') {
      expectTypeOf(event.data.termination_date).toEqualTypeOf<string>()
    }
    if (event.type === 'refund.failed') expectTypeOf(event.data.error_code).toEqualTypeOf<string>()
    // @ts-expect-error: there is no such event.
    expectTypeOf(event.type === 'policy.lost').toEqualTypeOf<boolean>()
  })
})

describe('the types of errors', () => {
  it('know the codes of each operation, and of all', () => {
    expectTypeOf<BinderyError['code']>().toEqualTypeOf<ErrorCode | null>()
    expectTypeOf<ErrorCodeOf<'createQuote'>>().toExtend<ErrorCode>()
    expectTypeOf<'knockout'>().toExtend<ErrorCodeOf<'createQuote'>>()
    expectTypeOf<'payment_pending'>().toExtend<ErrorCodeOf<'createPayment'>>()
    expectTypeOf<'knockout'>().not.toExtend<ErrorCodeOf<'createPayment'>>()
    expectTypeOf<'offer_not_found'>().toExtend<ErrorCodeOf<'showOffer'>>()
    expectTypeOf<'foreign_offer'>().not.toExtend<ErrorCode>()
    expectTypeOf<'internal_error'>().toExtend<ErrorCode>()
  })
})

describe('the types of a client', () => {
  it('know what each operation answers', () => {
    expectTypeOf<Answer<'createQuote'>>().toEqualTypeOf<Quote>()
    expectTypeOf<Answer<'showPolicy'>>().toEqualTypeOf<Policy | PublicPolicy>()
    expectTypeOf<Answer<'metrics'>>().toEqualTypeOf<string>()
    expectTypeOf<ReturnType<Client['policies']['get']>>().toEqualTypeOf<Promise<Policy>>()
    expectTypeOf<ReturnType<Client['manage']['policies']['search']>>().toEqualTypeOf<
      Pages<PolicySummary>
    >()
  })

  it('ask for what an operation needs', () => {
    expectTypeOf<CallRequest<'createQuote'>['body']>().toEqualTypeOf<CreateQuote>()
    expectTypeOf<{ body: CreateQuote }>().toExtend<CallRequest<'createQuote'>>()
    expectTypeOf<{ query: { token: string } }>().not.toExtend<CallRequest<'createQuote'>>()
    expectTypeOf<{ params: { policyId: string } }>().toExtend<CallRequest<'showPolicy'>>()
    expectTypeOf<{ params: { id: string } }>().not.toExtend<CallRequest<'showPolicy'>>()
    const params = { policyId: 'tpol_1' }
    const body = { cancellation_reason: 'Moved.', termination_date: '2027-12-31' }
    expectTypeOf({ params, body }).not.toExtend<CallRequest<'cancelPolicy'>>()
    expectTypeOf({ params, body, headers: { 'If-Match': 'tpv_1' } }).toExtend<
      CallRequest<'cancelPolicy'>
    >()
  })

  it('let a body be left out only where no member is required', () => {
    expectTypeOf<[]>().toExtend<CallArguments<'listAccounts'>>()
    expectTypeOf<[]>().toExtend<CallArguments<'searchPolicies'>>()
    expectTypeOf<[]>().not.toExtend<CallArguments<'createQuote'>>()
    expectTypeOf<[]>().not.toExtend<CallArguments<'showPolicy'>>()
  })

  it('walk only what is a list', () => {
    expectTypeOf<'listEvents'>().toExtend<Parameters<Client['list']>[0]>()
    expectTypeOf<'showPolicy'>().not.toExtend<Parameters<Client['list']>[0]>()
  })

  it('take the data of a certain product', () => {
    type CyberQuote = WithData<QuoteForSale, CyberQuoteData>
    expectTypeOf(client.quotes.create<CyberQuoteData>)
      .parameter(0)
      .toEqualTypeOf<CyberQuote>()
    // A quote for a sale names what is sold; one for an endorsement names the policy.
    expectTypeOf<{ data: CyberQuoteData }>().not.toExtend<CyberQuote>()
    expectTypeOf<{ policy_id: string; data: { deductible: number } }>().toExtend<
      Parameters<Client['quotes']['createForEndorsement']>[0]
    >()
    expectTypeOf<CyberQuoteData['deductible']>().toEqualTypeOf<100000 | 500000 | 1000000>()
    expectTypeOf<CyberQuoteData['policy_start_date']>().toEqualTypeOf<string>()
    expectTypeOf<CyberPolicyData['terms_accepted']>().toEqualTypeOf<true>()
    expectTypeOf<CyberPolicyData['previous_losses_count']>().toEqualTypeOf<
      number | null | undefined
    >()
  })
})
