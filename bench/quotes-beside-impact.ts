import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../sdk/src/index.ts'
import { quantileOf, runLoad, runPaced } from './load.ts'
import { openSeller } from './seller.ts'
import { settle } from './settle.ts'
import type { BenchServer } from './start-server.ts'

const sellers = 16
const turns = 8
/** A process that was killed is gone by then, and so is what it has asked of the database. */
const calmMs = 1_000

export interface QuotesBeside {
  readonly perSecond: number
  readonly without: Kind
  readonly beside: Kind
  /** How many policies were priced in a second of the turns beside. */
  readonly pricedPerSecond: number
}

/** All turns of a kind. */
export interface Kind {
  readonly p50Ms: number
  readonly p99Ms: number
  /** Of each turn. */
  readonly p99sMs: readonly number[]
}

/**
 * Quotes at half of the greatest rate, without an impact and beside one, turn about, each kind counted
 * as a whole. An impact has nobody before it when a turn begins, and runs as fast as it can: how soon
 * it steps back is measured as well.
 */
export async function measureQuotesBeside(
  server: BenchServer,
  client: Client,
  draft: string,
  seconds: number,
): Promise<QuotesBeside> {
  const seller = openSeller(server.demo, 'cyber', sellers)
  const work = () => seller.quote()
  await runLoad({ name: 'warm up', seconds: 3, workers: sellers, work })
  const [full] = await runLoad({ name: 'full load', seconds, workers: sellers, work })
  const perSecond = full.perSecond / 2
  const [without, beside] = [openKind(), openKind()]

  async function takeTurn({ times, p99sMs }: ReturnType<typeof openKind>): Promise<void> {
    const [seen] = await runPaced({
      name: 'quotes',
      seconds,
      perSecond,
      work,
      onTook: (ms) => times.push(ms),
    })
    if (seen.firstError !== null) throw new Error(`a quote failed: ${seen.firstError}`)
    p99sMs.push(seen.p99Ms)
  }

  let priced = 0
  for (let turn = 0; turn < turns; turn++) {
    await settle(server.database)
    await pause(calmMs)
    await takeTurn(without)
    await settle(server.database)
    const { id } = await client.manage.impacts.ask({ product_version_id: draft })
    while ((await client.manage.impacts.show(id)).done === 0) await pause(100)
    const { done: doneBefore } = await client.manage.impacts.show(id)
    await takeTurn(beside)
    const { status, done } = await client.manage.impacts.stop(id)
    if (status !== 'stopped') throw new Error(`the impact is ${status}: take a larger book`)
    priced += done - doneBefore
  }
  await seller.close()
  return {
    perSecond,
    without: sumUp(without),
    beside: sumUp(beside),
    pricedPerSecond: priced / turns / seconds,
  }
}

function openKind() {
  return { times: new Array<number>(), p99sMs: new Array<number>() }
}

function sumUp({ times, p99sMs }: ReturnType<typeof openKind>): Kind {
  const sorted = Float64Array.from(times).sort()
  return { p50Ms: quantileOf(sorted, 0.5), p99Ms: quantileOf(sorted, 0.99), p99sMs }
}
