import { expect } from 'vitest'
import type { ClockId, JsonObject } from '../../src/kernel/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { beginAdvance } from './clock.ts'
import { managerOn } from './manager.ts'
import type { Seller } from './sale.ts'

/** A renewal as tests look at it. */
export interface ShownRenewal {
  readonly state: string
  readonly kind: string
  readonly first_day: string
  readonly last_day: string | null
  readonly gross_payment_amount_before: number
  readonly gross_payment_amount: number | null
  readonly product_version_id: string
  readonly problems: readonly {
    readonly code: string
    readonly field: string | null
    readonly rules: readonly string[]
  }[]
  readonly _links: Readonly<Record<string, { readonly href: string }>>
}

/** The renewals of policies on a test clock. */
export function renewalsOn(platform: TestPlatform, seller: Seller, clock: ClockId) {
  const manager = managerOn(platform)
  const send = async (id: string, verb: string, body: JsonObject = {}) => {
    const response = await seller.post(`/policies/${id}/renewal/${verb}`, body)
    return response
  }
  return {
    send,
    show: async (id: string): Promise<ShownRenewal> => {
      const shown = await seller.get(`/policies/${id}/renewal`)
      expect(shown.statusCode, shown.body).toBe(200)
      return shown.json<ShownRenewal>()
    },
    decide: async (id: string, verb: 'accept' | 'decline'): Promise<ShownRenewal> => {
      const decided = await send(id, verb)
      expect(decided.statusCode, decided.body).toBe(200)
      return decided.json<ShownRenewal>()
    },
    retry: async (id: string, body: JsonObject = {}): Promise<void> => {
      const retried = await send(id, 'retry', body)
      expect(retried.statusCode, retried.body).toBe(200)
      await platform.runDue()
    },
    /** Lets time pass, with all that follows. */
    advance: async (to: string): Promise<void> => {
      await beginAdvance(platform, clock, to)
      await platform.runDue()
      const shown = (await manager.get(`/manage/clocks/${clock}`)).json<JsonObject>()
      expect([shown['status'], shown['failure']]).toEqual(['ready', null])
    },
    /** What happened to a policy, without documents and money. */
    events: async (id: string): Promise<string[]> => {
      const history = await manager.get(`/manage/policies/${id}/history`)
      return history
        .json<{ events: { type: string }[] }>()
        .events.map(({ type }) => type)
        .filter((type) => /^(?:policy|renewal)\./.test(type))
    },
  }
}
