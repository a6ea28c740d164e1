import type { JsonObject } from '../../../src/kernel/index.ts'
import { sql } from '../../../src/database/index.ts'
import { demoAccount } from '../../builders/credentials.ts'
import { managerOn } from '../../builders/manager.ts'
import { maskedKey } from '../../builders/restricted.ts'
import {
  creditPayout,
  iban,
  payoutBatch,
  pendingPayout,
  policyWithCredit,
} from '../../builders/payouts.ts'
import { soldPolicy } from '../../builders/sale.ts'
import { onceItMoves } from './clocks.ts'
import { withOneKey } from './one-key.ts'
import type { Refusals, Stage } from './stage.ts'

const unknown = 'pyo_01b0acc58e20d4b82f6a91c07e35'
const unknownBatch = 'pyb_01b0acc58e2058c3e7d10f94a2b6'
const unknownPolicy = 'tpol_01b0acc58e2037776d4164838825'
const order = { reason: 'On the phone.' }

/** Of money that is paid out by bank. */
export function payoutRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { platform, seller } = stage
  const manager = managerOn(platform)
  const act = (id: string, name: string, body: JsonObject = {}) =>
    manager.post(`/manage/payouts/${id}/${name}`, body)
  const payOut = (id: string, body: JsonObject = order) =>
    manager.post(`/manage/policies/${id}/pay_out`, body)
  const list = (query: string) => () => manager.get(`/manage/payouts?${query}`)
  const file = (id: string, query = '') => manager.get(`/manage/payout_batches/${id}/file${query}`)
  const done = async () => {
    const id = await pendingPayout(platform, seller)
    await act(id, 'resolve', { outcome: 'done' })
    return id
  }
  const onMovingClock = (name: string, body: JsonObject) => () =>
    onceItMoves(
      stage,
      async (on) => ({ id: await creditPayout(platform, on) }),
      (_, { id }) => act(id, name, body),
    )
  return {
    searchPayouts: {
      limit: list('limit=0'),
      both_directions: list('starting_after=a&ending_before=b'),
      unknown_state: list('state=lost'),
      invalid_member: list(`state=${'x'.repeat(301)}`),
    },
    showPayout: { payout: () => manager.get(`/manage/payouts/${unknown}`) },
    setPayoutAccount: {
      invalid_member: () => act(unknown, 'account', { iban: 'DE00 1234' }),
      payout: () => act(unknown, 'account', { iban }),
      payout_not_possible: async () => act(await done(), 'account', { iban }),
      clock_advancing: onMovingClock('account', { iban }),
    },
    releasePayout: {
      payout: () => act(unknown, 'release'),
      payout_not_possible: async () => act(await done(), 'release'),
      idempotency_key_reused: () =>
        withOneKey(stage, 'releasePayout', { payoutId: 'pyo_1' }, { payoutId: 'pyo_2' }),
      clock_advancing: onMovingClock('release', {}),
    },
    resolvePayout: {
      invalid_member: () => act(unknown, 'resolve'),
      member_not_for_outcome: () => act(unknown, 'resolve', { outcome: 'failed' }),
      paid_in_future: async () =>
        act(await pendingPayout(platform, seller), 'resolve', {
          outcome: 'done',
          paid_on: '2099-01-01',
        }),
      payout: () => act(unknown, 'resolve', { outcome: 'done' }),
      payout_not_possible: async () => act(await done(), 'resolve', { outcome: 'done' }),
      payout_not_released: async () => {
        const { id } = await demoAccount(platform, 'demo-insurance')
        const payout = await pendingPayout(platform, seller)
        await platform.db.query(sql`
          insert into approval_rules (account_id, act) values (${id}, 'payouts')`)
        try {
          return await act(payout, 'resolve', { outcome: 'done' })
        } finally {
          await platform.db.query(sql`delete from approval_rules where account_id = ${id}`)
        }
      },
      clock_advancing: onMovingClock('resolve', { outcome: 'done' }),
    },
    payOutCredit: {
      invalid_member: () => payOut(unknownPolicy, { ...order, iban: 'DE00 1234' }),
      credit_too_small: async () =>
        payOut(await policyWithCredit(platform, seller), { ...order, amount: 900_000_000 }),
      policy: () => payOut(unknownPolicy),
      no_credit: async () => payOut((await soldPolicy(seller)).id),
      clock_advancing: () =>
        onceItMoves(
          stage,
          async (on) => ({ id: await policyWithCredit(platform, on) }),
          (_, { id }) => payOut(id),
        ),
    },
    exportPayouts: {
      invalid_member: () => manager.post('/manage/payout_batches', { currency: 5 }),
      nothing_to_export: () => manager.post('/manage/payout_batches', { currency: 'xxx' }),
    },
    downloadPayouts: {
      parameter: () => file(unknownBatch, '?again=maybe'),
      payout_batch: () => file(unknownBatch),
      personal_data_masked: async () =>
        managerOn(platform, await maskedKey(platform)).get(
          `/manage/payout_batches/${unknownBatch}/file`,
        ),
      batch_downloaded_before: async () => {
        const id = await payoutBatch(platform, seller)
        await file(id)
        return file(id)
      },
    },
  }
}
