import type { Response } from 'light-my-request'
import type { ClockId } from '../../../src/kernel/index.ts'
import { beginAdvance, newClock } from '../../builders/clock.ts'
import { pushedDraft } from '../../builders/draft.ts'
import { managerOn } from '../../builders/manager.ts'
import { type Seller, sellerOn } from '../../builders/sale.ts'
import { withOneKey } from './one-key.ts'
import { type Refusals, type Stage, sellerIn2028 } from './stage.ts'

const unknownClock = 'clk_01b0acc58e20d7b1c6a9f4e28305'
const unknownVersion = 'prv_01af108424003b7d814717e52b7b'
const shown = '2028-11-16T14:30:00Z'

/** Does something on a clock, and something else when that has begun to move. */
export async function onceItMoves<Made>(
  { platform }: Stage,
  make: (seller: Seller) => Promise<Made>,
  then: (seller: Seller, made: Made) => Promise<Response>,
): Promise<Response> {
  const clock = await newClock(platform, '2028-11-20T09:15:00Z')
  const seller = sellerIn2028(sellerOn(platform, { clock }))
  const made = await make(seller)
  await beginAdvance(platform, clock, '2028-11-21T09:15:00Z')
  return then(seller, made)
}

export function clockRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { platform } = stage
  const manager = managerOn(platform)
  const live = managerOn(platform, platform.demo.insurer.live.secret)
  const advancing = (to: string) => async () => {
    const clock = await newClock(platform, shown)
    return manager.post(`/manage/clocks/${clock}/advance`, { to })
  }
  const again = async (clock: ClockId) => {
    await beginAdvance(platform, clock, '2028-12-01T00:00:00Z')
    return manager.post(`/manage/clocks/${clock}/advance`, { to: '2028-12-02T00:00:00Z' })
  }
  const published = async (clock: string, version?: string) =>
    manager.post(`/manage/clocks/${clock}/publish`, {
      product_version_id: version ?? (await pushedDraft(platform, 'bike', {})),
    })
  return {
    createClock: {
      missing_member: () => manager.post('/manage/clocks', {}),
      not_a_moment: () => manager.post('/manage/clocks', { at: '2028-11-16' }),
      clock_out_of_reach: () => manager.post('/manage/clocks', { at: '2099-01-01T00:00:00Z' }),
      clock_with_live_key: () => live.post('/manage/clocks', { at: shown }),
    },
    showClock: { clock: () => manager.get(`/manage/clocks/${unknownClock}`) },
    publishOnClock: {
      missing_member: () => manager.post(`/manage/clocks/${unknownClock}/publish`, {}),
      product_version: async () => published(await newClock(platform, shown), unknownVersion),
      clock: async () => published(unknownClock),
      clock_advancing: async () => {
        const clock = await newClock(platform, shown)
        await beginAdvance(platform, clock, '2028-12-01T00:00:00Z')
        return published(clock)
      },
      idempotency_key_reused: () =>
        withOneKey(stage, 'publishOnClock', { clockId: 'clk_1' }, { clockId: 'clk_2' }),
    },
    advanceClock: {
      missing_member: () => manager.post(`/manage/clocks/${unknownClock}/advance`, {}),
      not_a_moment: advancing('soon'),
      clock_out_of_reach: advancing('2099-01-01T00:00:00Z'),
      clock_turned_back: advancing(shown),
      clock: () => manager.post(`/manage/clocks/${unknownClock}/advance`, { to: shown }),
      clock_advancing: async () => again(await newClock(platform, shown)),
      idempotency_key_reused: () =>
        withOneKey(stage, 'advanceClock', { clockId: 'clk_1' }, { clockId: 'clk_2' }),
    },
  }
}
