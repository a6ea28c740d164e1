import type { Response } from 'light-my-request'
import type { JsonObject } from '../../../src/kernel/index.ts'
import { transactionsOn } from '../../builders/transactions.ts'
import { type Seller, madeOffer, sellerOn, soldPolicy } from '../../builders/sale.ts'
import { onceItMoves } from './clocks.ts'
import type { Refusals, Stage } from './stage.ts'
import { withdrawnPolicy } from './withdrawals.ts'

const unknownPolicy = 'tpol_01b0acc58e2037776d4164838825'
const unknownVersion = 'tpv_01b0acc58e200b72bfdc34a115db'
/** Cover ended on 30 June. */
const over = '2029-07-15T09:15:00Z'
const declared = { answers: { yearly_turnover: 240_000_000 } }

type Given = (by: Seller, id: string, version: string, request: JsonObject) => Promise<Response>
const adjusted: Given = (by, id, version, request) => by.adjust(id, version, request)
const lookedAt: Given = (by, id, version, adjustment) => by.preview(id, version, { adjustment })

export function adjustmentRefusals(stage: Stage): Refusals {
  const { seller } = stage
  return {
    missing_member: () => seller.adjust(unknownPolicy, unknownVersion, {}),
    missing_if_match: () => seller.adjust(unknownPolicy, '', declared),
    policy: () => seller.adjust(unknownPolicy, unknownVersion, declared),
    ...ownRefusals(stage, adjusted),
    ...beforeRefusals(stage),
    ...promiseRefusals(stage),
    clock_advancing: () =>
      onceItMoves(stage, soldPolicy, (by, { id, version_id }) =>
        by.adjust(id, version_id, declared),
      ),
  }
}

/** What a preview is refused for as well, and no other transaction. */
export function lookedAtAdjustmentRefusals(stage: Stage): Refusals {
  const { invalid_member: _, ...refusals } = ownRefusals(stage, lookedAt)
  return refusals
}

const insurerOn = ({ platform }: Stage) =>
  sellerOn(platform, { product: 'cyber-formula', secretKey: platform.demo.insurer.test.secret })

const startingIn2029 = { quote: { data: { policy_start_date: '2029-01-01' } } }

/** A policy whose turnover can be declared once it is over. */
async function adjustable(stage: Stage) {
  const by = insurerOn(stage)
  const { id } = await soldPolicy(by, startingIn2029)
  await transactionsOn(stage.platform, by).cancel(id, '2029-06-30')
  return transactionsOn(stage.platform, by)
    .view(id)
    .then(({ version_id }) => ({ id, version_id }))
}

function ownRefusals(stage: Stage, give: Given): Refusals {
  const { at, platform, seller } = stage
  const by = insurerOn(stage)
  const afterwards =
    (request: JsonObject, moment = over) =>
    async () => {
      const { id, version_id } = await adjustable(stage)
      return at(moment, () => give(by, id, version_id, request))
    }
  return {
    adjustments_by_insurer: async () => {
      const { id, version_id } = await soldPolicy(seller)
      return give(seller, id, version_id, declared)
    },
    no_adjustment_agreed: async () => {
      const { id } = await soldPolicy(seller)
      const transactions = transactionsOn(platform, seller)
      await transactions.cancel(id, '2029-06-30')
      const { version_id } = await transactions.view(id)
      return at(over, () => give(by, id, version_id, declared))
    },
    no_term_to_adjust: async () => {
      const { id, version_id } = await soldPolicy(by, startingIn2029)
      return give(by, id, version_id, declared)
    },
    too_late_to_adjust: afterwards(declared, '2030-01-01T09:15:00Z'),
    nothing_to_adjust: afterwards({ answers: {} }),
    invalid_member: afterwards({ answers: { company_backup: 'never' } }),
  }
}

function beforeRefusals(stage: Stage): Refusals {
  const { at } = stage
  const by = insurerOn(stage)
  const offered = async () => {
    const { id } = await madeOffer(by, startingIn2029)
    return (await by.get(`/policies/${id}`)).json<{ id: string; version_id: string }>()
  }
  return {
    not_paid: async () => {
      const { id, version_id } = await offered()
      return by.adjust(id, version_id, declared)
    },
    modification_in_progress: async () => {
      const { id, version_id } = await soldPolicy(by, startingIn2029)
      await by.cancel(id, version_id, { termination_date: '2029-06-30' })
      return by.adjust(id, version_id, declared)
    },
    stale_version: async () => {
      const { id } = await soldPolicy(by, startingIn2029)
      return by.adjust(id, unknownVersion, declared)
    },
    policy_withdrawn: async () => {
      const { id, version_id } = await withdrawnPolicy(stage)
      return by.adjust(id, version_id, declared)
    },
    policy_expired: async () => {
      const { id, version_id } = await offered()
      return at('2028-12-21T09:15:00Z', () => by.adjust(id, version_id, declared))
    },
  }
}

/** Of tokens whose promise cannot be kept. */
function promiseRefusals(stage: Stage): Refusals {
  const { at, platform } = stage
  const by = insurerOn(stage)
  const transactions = transactionsOn(platform, by)
  const tokenOf = async (id: string) =>
    (await transactions.preview(id, { adjustment: declared })).preview_token
  const given = async (id: string, preview_token: string) => {
    const { version_id } = await transactions.view(id)
    return by.adjust(id, version_id, { ...declared, preview_token })
  }
  const lower = { answers: { yearly_turnover: 1_000_000 } }
  return {
    not_a_preview_token: async () => {
      const { id } = await adjustable(stage)
      return at(over, () => given(id, 'made up'))
    },
    unknown_preview_token: async () => {
      const { id } = await adjustable(stage)
      return at(over, async () => given(id, (await tokenOf(id)).replace(/.{4}$/, 'AAAA')))
    },
    preview_of_different_transaction: async () => {
      const [one, other] = [await adjustable(stage), await adjustable(stage)]
      return at(over, async () => given(one.id, await tokenOf(other.id)))
    },
    preview_of_older: async () => {
      const { id } = await adjustable(stage)
      return at(over, async () => {
        const seen = await tokenOf(id)
        await transactions.adjust(id, lower)
        return given(id, seen)
      })
    },
    preview_expired: async () => {
      const { id } = await adjustable(stage)
      const seen = await at(over, () => tokenOf(id))
      return at('2029-07-16T09:15:00Z', () => given(id, seen))
    },
    preview_outdated: async () => {
      const { id, version_id } = await adjustable(stage)
      return at(over, async () => {
        const accepted = await by.adjust(id, version_id, lower)
        const { _links } = accepted.json<{ _links: { status: { href: string } } }>()
        const [, versionId] = /versions\/(tpv_\w+)/.exec(_links.status.href) ?? []
        const task = { policyId: id, versionId } as Parameters<
          typeof platform.handlers.assemble_transaction
        >[0] // Ids of what was just made.
        await platform.handlers.assemble_transaction(task)
        // What is owed to the customer is credit now, and given back a moment later.
        const seen = await tokenOf(id)
        await platform.runDue()
        return given(id, seen)
      })
    },
  }
}
