import type { PlatformContestant } from './contestant.ts'
import { type Measured, runLoad, runPaced } from './load.ts'
import { median } from './median.ts'
import { sell } from './stages.ts'

/** Sales with a backlog of documents and without any, turn about. */
export interface DocumentsBesideSales {
  readonly salesPerSecond: number
  readonly turns: readonly { readonly without: Measured; readonly beside: Measured }[]
  /** Of the medians. */
  readonly p50Ratio: number
  readonly p99Ratio: number
  /** How many were made in a second of a turn, at the median. */
  readonly documentsPerSecond: number
}

const turns = 5
const backlogDocuments = 400
const sellers = 16

/**
 * Half of the sales that the server can make come at a steady pace, in turns: with nobody who makes
 * documents, and with workers who have a backlog of them.
 */
export async function measureDocuments(
  platform: PlatformContestant,
  seconds: number,
): Promise<DocumentsBesideSales> {
  const { seller, server } = platform
  const work = (stopwatch: Parameters<typeof sell>[1]) => sell(seller, stopwatch)
  await server.work(false)
  const [full] = await runLoad({ name: 'full load', seconds, workers: sellers, work })
  await platform.rest()
  const salesPerSecond = full.perSecond / 2
  const pace = { seconds, perSecond: salesPerSecond, work }
  const measured: { without: Measured; beside: Measured; documents: number }[] = []
  while (measured.length < turns) {
    const [without] = await runPaced({ name: 'without documents', ...pace })
    while ((await platform.waitingDocuments()) < backlogDocuments) {
      await Promise.all(Array.from({ length: sellers }, () => work((_, step) => step())))
    }
    await server.work(true)
    const before = await platform.waitingDocuments()
    const [beside] = await runPaced({ name: 'beside documents', ...pace })
    const documents = before + beside.done - (await platform.waitingDocuments())
    await server.work(false)
    await platform.rest()
    measured.push({ without, beside, documents })
  }
  await server.work(true)
  const ratio = (of: (one: Measured) => number) =>
    median(measured.map((one) => of(one.beside))) / median(measured.map((one) => of(one.without)))
  return {
    salesPerSecond,
    turns: measured,
    p50Ratio: ratio((one) => one.p50Ms),
    p99Ratio: ratio((one) => one.p99Ms),
    documentsPerSecond: median(measured.map((one) => one.documents)) / seconds,
  }
}
