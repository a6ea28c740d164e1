import { buildApp } from '../../../src/http/index.ts'
import { managerOn } from '../../builders/manager.ts'
import { madeOffer } from '../../builders/sale.ts'
import { testAddress } from '../../support/test-start.ts'
import type { Refusals, Stage } from './stage.ts'

/** On a stage that was opened for benchmarks. */
export function bookRefusals({ platform, seller }: Stage): Readonly<Record<string, Refusals>> {
  const path = '/manage/bench/policies'
  const order = { from: 0, count: 1 }
  return {
    loadBook: {
      invalid_member: () => managerOn(platform).post(path, { count: 50_001 }),
      live_mode: () => managerOn(platform, platform.demo.insurer.live.secret).post(path, order),
      real_policies: async () => {
        await madeOffer(seller)
        return managerOn(platform).post(path, order)
      },
      bench_off: async () => {
        const app = await buildApp(platform, {
          log: platform.app.log,
          vendor: 'bindery',
          publicUrl: testAddress,
          requestsPerMinuteMax: 1_000,
        })
        try {
          return await managerOn({ ...platform, app }).post(path, order)
        } finally {
          await app.close()
        }
      },
    },
  }
}
