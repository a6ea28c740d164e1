import { expect, it } from 'vitest'
import { freePort } from '../../../test/support/free-port.ts'
import { DatabaseLost, runImpactProcess } from './impact-process.ts'
import type { SentRequest } from './messages.ts'

it('does not take a database that is away for a portfolio that cannot be priced', async () => {
  const task = {
    insurerId: 'acc_1',
    livemode: false,
    productId: 'pr_1',
    productVersionId: 'pv_2',
    contentHash: 'abc',
    liveVersionId: 'pv_1',
    scope: { kind: 'in_force' },
    groupings: [],
    hasShares: false,
    total: null,
    done: 0,
    place: null,
    tally: null,
    today: '2027-03-01',
    askedAt: '2027-03-01T10:00:00Z',
    partRows: 10,
  } as unknown as SentRequest // It reads no more of it before it has reached the database.
  const running = runImpactProcess({
    connection: { host: '127.0.0.1', port: await freePort(), user: 'nobody', database: 'away' },
    task,
    started: () => undefined,
    counted: async () => undefined,
    keep: async () => true,
    mustYield: () => false,
    signal: new AbortController().signal,
  })
  await expect(running).rejects.toThrow(DatabaseLost)
})
