import type { Response } from 'light-my-request'
import type { JsonObject } from '../../../src/kernel/index.ts'
import { transactionsOn } from '../../builders/transactions.ts'
import { type Seller, sellerOn, soldPolicy } from '../../builders/sale.ts'
import type { Refusals, Stage } from './stage.ts'

const lastDay = { termination_date: '2029-06-30' }
const earlier = { termination_date: '2029-05-31' }

/** A transaction that can be previewed and requested, with a policy that allows it. */
interface Previewable {
  readonly previewed: JsonObject
  readonly give: (by: Seller, id: string, version: string, token: string) => Promise<Response>
  /** What the policy is before: one that is ending may still be endorsed. */
  readonly of: 'paid' | 'ending' | 'cancelled'
  /** Bikes cannot be withdrawn from. */
  readonly product?: 'cyber'
}

export const previewables = {
  change: {
    previewed: { endorsement: { email: 'new@example.com' } },
    give: (by, id, version, preview_token) =>
      by.endorse(id, version, { email: 'new@example.com', preview_token }),
    of: 'paid',
  },
  cancellation: {
    previewed: { cancellation: lastDay },
    give: (by, id, version, preview_token) => by.cancel(id, version, { ...lastDay, preview_token }),
    of: 'paid',
  },
  endMove: {
    previewed: { end_move: earlier },
    give: (by, id, version, preview_token) =>
      by.moveEnd(id, version, { ...earlier, preview_token }),
    of: 'ending',
  },
  withdrawal: {
    previewed: { withdrawal: { received_on: '2028-11-20' } },
    give: (by, id, version, preview_token) =>
      by.withdraw(id, version, { received_on: '2028-11-20', preview_token }),
    of: 'paid',
    product: 'cyber',
  },
  reinstatement: {
    previewed: { reinstatement: {} },
    give: (by, id, version, preview_token) => by.reinstate(id, version, { preview_token }),
    of: 'cancelled',
  },
} as const satisfies Record<string, Previewable>

/** Of tokens whose promise cannot be kept. */
export function previewTokenRefusals(
  { at, platform }: Stage,
  { previewed, give, of, product }: Previewable,
): Refusals {
  const secretKey = platform.demo.insurer.test.secret
  const isBike = product === undefined
  const bikes = sellerOn(platform, { product: product ?? 'bike', secretKey })
  const transactions = transactionsOn(platform, bikes)
  const sold = async () => {
    const data = { [isBike ? 'start_date' : 'policy_start_date']: '2029-01-01' }
    const { id } = await soldPolicy(bikes, { quote: { data } })
    return id
  }
  const ready = async () => {
    const id = await sold()
    if (of !== 'paid') await transactions.cancel(id, lastDay.termination_date)
    return id
  }
  const token = async (id: string) => (await transactions.preview(id, previewed)).preview_token
  const given = async (id: string, preview_token: string) =>
    give(bikes, id, (await transactions.view(id)).version_id, preview_token)
  return {
    not_a_preview_token: async () => given(await ready(), 'made up'),
    unknown_preview_token: async () => {
      const id = await ready()
      return given(id, (await token(id)).replace(/.{4}$/, 'AAAA'))
    },
    preview_of_different_transaction: async () => given(await ready(), await token(await ready())),
    preview_of_older: async () => {
      const id = await ready()
      const seen = await token(id)
      if (of === 'cancelled') {
        const { payment } = await transactions.reinstate(id)
        await transactions.pay(id, payment?.token ?? '')
        await transactions.cancel(id, lastDay.termination_date)
      } else
        await transactions.endorse(id, { data: { [isBike ? 'city' : 'company_city']: 'Basel' } })
      return given(id, seen)
    },
    preview_expired: async () => {
      const id = await ready()
      const seen = await token(id)
      return at('2028-11-21T09:15:00Z', () => given(id, seen))
    },
    preview_outdated: async () => {
      const id = of === 'ending' ? await ready() : await sold()
      const { version_id: version } = await transactions.view(id)
      const quote = await transactions.quoteEndorsement(id, {
        deductible: isBike ? 20_000 : 1_000_000,
      })
      const accepted =
        of === 'cancelled'
          ? await bikes.cancel(id, version, { termination_date: '2028-12-31' })
          : await bikes.endorse(id, version, { quote_token: quote.token })
      const { _links } = accepted.json<{ _links: { status: { href: string } } }>()
      const [, versionId] = /versions\/(tpv_\w+)/.exec(_links.status.href) ?? []
      const task = { policyId: id, versionId } as Parameters<
        typeof platform.handlers.assemble_transaction
      >[0] // Ids of what was just made.
      await platform.handlers.assemble_transaction(task)
      // What is owed to the customer is credit now, and given back a moment later.
      const seen = await token(id)
      await platform.runDue()
      return given(id, seen)
    },
  }
}
