import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@bindery/sdk'
import { quantileOf, runLoad, runPaced } from './load.ts'
import { median } from './median.ts'
import { openSeller } from './seller.ts'
import { settle, tidy } from './settle.ts'
import type { BenchServer } from './start-server.ts'

const sellers = 16
const turns = 5
/** Quotes come for so long before they are counted: connections are open, and what was idle is awake. */
const warmSeconds = 5
const fullSeconds = 6
/** The disk has written everything that was handed to it. */
const settledMs = 10_000
/** A process that was killed is gone by then, and so is what it has asked of the database. */
const calmMs = 2_000

export interface QuotesBeside {
  readonly perSecond: number
  readonly without: Kind
  readonly beside: Kind
  /** How many policies were priced in a second beside them. */
  readonly pricedPerSecond: number
}

/** All turns of a kind. */
export interface Kind {
  readonly p50Ms: number
  /** Of the turn in the middle: one in which the disk stood still shows nothing of the kind. */
  readonly p99Ms: number
  /** Of each turn. */
  readonly p99sMs: readonly number[]
}

/**
 * Quotes at half of the greatest rate, without an impact and beside one, turn about. An impact is asked
 * for when counting begins: what its start costs is measured as well.
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
  const [full] = await runLoad({ name: 'full load', seconds: fullSeconds, workers: sellers, work })
  const perSecond = full.perSecond / 2
  const [without, beside] = [openKind(), openKind()]

  async function takeTurn({ times, p99sMs }: ReturnType<typeof openKind>): Promise<void> {
    const countedFromMs = performance.now() + warmSeconds * 1000
    const own: number[] = []
    const [seen] = await runPaced({
      name: 'quotes',
      seconds: warmSeconds + seconds,
      perSecond,
      work,
      onTook: (ms) => {
        if (performance.now() - ms >= countedFromMs) own.push(ms)
      },
    })
    if (seen.firstError !== null) throw new Error(`a quote failed: ${seen.firstError}`)
    times.push(...own)
    p99sMs.push(quantileOf(Float64Array.from(own).sort(), 0.99))
  }

  /** How many policies were priced meanwhile, as last reported. */
  async function takeTurnBeside(): Promise<number> {
    const turn = takeTurn(beside)
    await pause(warmSeconds * 1000)
    const { id } = await client.manage.impacts.ask({ product_version_id: draft })
    await turn
    const { status, done } = await client.manage.impacts.stop(id)
    if (status !== 'stopped') throw new Error(`the impact is ${status}: take a larger portfolio`)
    return done
  }

  await settle(server.database)
  await pause(settledMs)
  let priced = 0
  for (let turn = 0; turn < turns; turn++) {
    const isFirst = turn % 2 === 0 // Every other time the other way round.
    if (isFirst) await takeTurn(without)
    priced += await takeTurnBeside()
    await tidy(server.database)
    await pause(calmMs)
    if (!isFirst) await takeTurn(without)
  }
  await seller.close()
  return {
    perSecond,
    without: sumUp(without),
    beside: sumUp(beside),
    pricedPerSecond: priced / (turns * seconds),
  }
}

function openKind() {
  return { times: new Array<number>(), p99sMs: new Array<number>() }
}

function sumUp({ times, p99sMs }: ReturnType<typeof openKind>): Kind {
  const sorted = Float64Array.from(times).sort()
  return { p50Ms: quantileOf(sorted, 0.5), p99Ms: median(p99sMs), p99sMs }
}
