import { expect } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { type Seller, quoteMedia } from './sale.ts'

export interface VersionStatus {
  readonly version_id: string
  readonly status: string
  readonly payment: {
    readonly token: string
    readonly amount: number
    readonly currency: string
    readonly pay_until: string
  } | null
}

/** What a policy transaction would come to, as far as tests look at it. */
export interface Preview {
  readonly version_id: string
  readonly order: string
  readonly timeline: { readonly before: PreviewedDays; readonly after: PreviewedDays }
  readonly charges: readonly {
    readonly first_day: string
    readonly last_day: string
    readonly amount: number
    readonly tax: number
    readonly fee: number
    readonly commission: number
  }[]
  readonly invoice: {
    readonly amount: number
    readonly due_date: string | null
    readonly is_paid_first: boolean
  } | null
  readonly credit: number
  readonly refund: { readonly amount: number; readonly currency: string; readonly method: string }
  readonly documents: readonly { readonly designation: string }[]
  readonly conflicts: readonly JsonObject[]
  readonly renewal: { readonly state: string; readonly gross_payment_amount: number | null } | null
  readonly preview_token: string
}
type PreviewedDays = readonly {
  readonly first_day: string
  readonly kind: string
  readonly gross_payment_amount: number
}[]

interface Viewed extends JsonObject {
  readonly version_id: string
  readonly status: string
  readonly data: JsonObject
  readonly quote: { readonly gross_payment_amount: number; readonly customer_input: JsonObject }
}

/** Policy transactions, and what comes of them. */
export function transactionsOn(platform: TestPlatform, seller: Seller) {
  const view = async (id: string) => (await seller.get(`/policies/${id}`)).json<Viewed>()
  /** Carries out a transaction that was accepted; how its version stands then. */
  const carriedOut = async (accepted: Awaited<ReturnType<Seller['get']>>) => {
    expect(accepted.statusCode, accepted.body).toBe(202)
    await platform.runDue()
    const { _links } = accepted.json<{ _links: { status: { href: string } } }>()
    return (await seller.get(new URL(_links.status.href).pathname)).json<VersionStatus>()
  }
  return {
    view,
    carriedOut,
    quoteEndorsement: async (id: string, data: JsonObject, effective_date?: string) => {
      const body = { policy_id: id, data, ...(effective_date !== undefined && { effective_date }) }
      const response = await seller.post('/quotes', body, { accept: quoteMedia })
      expect(response.statusCode, response.body).toBe(200)
      return response.json<{ token: string; endorsement: { amount: number } }>()
    },
    /** What a transaction on the policy as it is would come to. */
    preview: async (id: string, request: JsonObject) => {
      const response = await seller.preview(id, (await view(id)).version_id, request)
      expect(response.statusCode, response.body).toBe(200)
      return response.json<Preview>()
    },
    /** Changes the policy as it is, and carries it out. */
    endorse: async (id: string, request: JsonObject) =>
      carriedOut(await seller.endorse(id, (await view(id)).version_id, request)),
    cancel: async (id: string, termination_date: string, more: JsonObject = {}) =>
      carriedOut(
        await seller.cancel(id, (await view(id)).version_id, { termination_date, ...more }),
      ),
    moveEnd: async (id: string, termination_date: string, more: JsonObject = {}) =>
      carriedOut(
        await seller.moveEnd(id, (await view(id)).version_id, { termination_date, ...more }),
      ),
    adjust: async (id: string, request: JsonObject) =>
      carriedOut(await seller.adjust(id, (await view(id)).version_id, request)),
    withdraw: async (id: string, request: JsonObject = {}) =>
      carriedOut(await seller.withdraw(id, (await view(id)).version_id, request)),
    /** Only requests it: what is answered. */
    reinstating: (id: string, version: string, request: JsonObject) =>
      seller.reinstate(id, version, request),
    reinstate: async (id: string, request: JsonObject = {}) =>
      carriedOut(await seller.reinstate(id, (await view(id)).version_id, request)),
    pay: (policy_id: string, token: string, changes: JsonObject = {}) =>
      seller.post('/payments', {
        policy_id,
        token,
        provider: 'invoice',
        method: 'invoice',
        ...changes,
      }),
    /** What each day from which something else holds costs. */
    days: (id: string) =>
      platform.db.query<{ day: string; kind: string; payment: number }>(sql`
        select s.first_day::text as day, s.kind, s.payment
        from policies p join policy_segments s on s.version_id = p.version_id
        where p.id = ${id} order by s.first_day`),
    /** What a version has charged and given back. */
    charged: async (id: string, versionId: string) => {
      const charges = await platform.db.query<Preview['charges'][number]>(sql`
        select period_first_day::text as first_day, period_last_day::text as last_day, amount, tax, fee,
          commission
        from charges where policy_id = ${id} and version_id = ${versionId}
        order by period_first_day`)
      const [row] = await platform.db.query<{ refunded: number }>(sql`
        select coalesce(sum(amount), 0)::bigint as refunded
        from refunds where policy_version_id = ${versionId}`)
      return { charges, refunded: row?.refunded }
    },
    money: async (id: string) => {
      const [row] = await platform.db.query<{
        charged: number
        receivable: number
        credit: number
      }>(sql`
        select (select sum(amount)::bigint from charges where policy_id = ${id}) as charged,
          receivable, customer_credit as credit
        from balances where policy_id = ${id}`)
      return row
    },
    events: async (id: string) => {
      const events = await platform.db.query<{ type: string }>(sql`
        select type from events where subject_id = ${id} and type like 'policy.%' order by id`)
      return events.map(({ type }) => type.slice('policy.'.length))
    },
  }
}
