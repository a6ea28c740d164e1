import type { Response } from 'light-my-request'
import { expect } from 'vitest'
import type { Json, JsonObject } from '../../src/kernel/index.ts'
import type { TestPlatform } from '../support/platform.ts'

/** Shapes that recur in answers. They stand in for the value inside a whole expected body. */
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern)

export const idOf = (prefix: string) => matching(new RegExp(`^${prefix}_[0-9a-f]{28}$`))
export const paymentId = matching(/^t[0-9a-f]{32}$/)
/** Quote tokens and payment tokens: hex, at least 192 bits of it random. */
export const token = matching(/^[0-9a-f]{64,}$/)
export const aMessage = matching(/^\S.*\S$/s)

/** The status and the body, so that a test can say both whole in one sentence. */
export function answer(response: Response): { code: number; body: Json } {
  return { code: response.statusCode, body: response.json<Json>() }
}

/** A validation failure of the API's usual form. */
export function invalid(...errors: readonly object[]) {
  return {
    code: 400,
    body: {
      status: 'Bad Request',
      code: 'invalid_data',
      message: 'Data validation failed.',
      errors,
    },
  }
}

export const missing = (field: string, path?: string) => ({
  code: 'required',
  field,
  ...(path === undefined ? {} : { path }),
  rules: ['required'],
  ...explained,
})

export const wrong = (field: string, rule: string, path?: string) => ({
  code: 'invalid_value',
  field,
  ...(path === undefined ? {} : { path }),
  rules: [rule],
  ...explained,
})

/** What every error says besides, in words that their own tests check. */
export const explained: { readonly message: unknown; readonly params: unknown } = {
  message: aMessage,
  params: expect.any(Object),
}

const phrases = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  406: 'Not Acceptable',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
} as const

/** A refusal with a reason, a message and no list of errors. */
export function refused(code: keyof typeof phrases, reason: string, message: unknown) {
  return { code, body: { status: phrases[code], code: reason, message } }
}

/** The quote inside every offer and policy of the cyber product, made on its demo answers. */
export function quoteOfCyber(platform: TestPlatform) {
  const demo = platform.demo.products['cyber']
  return {
    version: 2,
    customer_input: demo?.quote,
    subscription_plan_id: demo?.subscription_plan_id,
    gross_payment_amount: 146241,
    payment_data: {
      gross_premium: 146241,
      premium_tax: 23349,
      net_premium: 122892,
      net_net_premium: 104458,
      net_commission_total: 18434,
      tax_rate: 0.19,
    },
    data: {
      total_gross_premium: 146241,
      total_premium_tax: 23349,
      total_net_premium: 122892,
      start_date: '2027-06-29',
    },
    duration_strategy: 'fixed_start',
    duration_data: { policy_start_date: '2027-06-28T22:00:00+00:00' },
    billing_cycles: 1,
    issue_date: '2027-03-01T09:00:00+00:00',
    livemode: false,
    pricing_logic_id: idOf('pl'),
    pricing_logic_revision_id: idOf('plr'),
    insurer_private_data: [],
    integration_id: demo?.integration_id,
    integration_version_id: idOf('inv'),
    product_version_id: idOf('prv'),
    item_id: demo?.item_id,
  }
}

/** A member of an answer that must be a text. */
export function textAt(body: JsonObject, name: string): string {
  const value = body[name]
  if (typeof value !== 'string') throw new Error(`${name} is no text: ${JSON.stringify(value)}`)
  return value
}
