import type { PortfolioPricer } from '../price-portfolio.ts'
import type { Portfolio, PortfolioPage } from '../read-portfolio.ts'
import { packLines, rowLine } from '../row-lines.ts'
import { Counter } from '../tally/tally.ts'
import type { Inbox } from './inbox.ts'
import type { FromChild, SentRequest } from './messages.ts'
import { inSlices } from './take-rests.ts'

/** A part is sent after this time, however few rows it has. */
const partMsMax = 3_000
/** Every part is stored, and the requests that are served wait for the same disk. */
const yieldingPartMsMax = 20_000
const pageRowsMax = 1_000
/** While requests are served, the database also reads little at a time. */
const yieldingPageRowsMax = 50

/** Prices the rest of a portfolio, and sends the results part by part. */
export async function priceAll(
  pricer: PortfolioPricer,
  task: Pick<SentRequest, 'groupings' | 'tally' | 'done' | 'place' | 'partRows'>,
  inbox: Pick<Inbox, 'mustYield' | 'untilKept'>,
  send: (message: FromChild) => Promise<void>,
): Promise<void> {
  const counter = new Counter(task.groupings.length, task.tally)
  let { done, place } = task
  let lines: string[] = []
  let sentMs = -Infinity // The first page is sent at once, to show that the impact has begun.
  let kept: Promise<void> = Promise.resolve()

  async function sendPart(upTo: string): Promise<void> {
    const packed = await packLines(lines)
    lines = []
    await kept // One part at a time is on its way, so that they cannot pile up.
    kept = inbox.untilKept()
    await send({ kind: 'part', place: upTo, done, lines: packed, tally: counter.tally() })
    sentMs = performance.now()
  }

  const rowsMax = () =>
    Math.min(task.partRows, inbox.mustYield() ? yieldingPageRowsMax : pageRowsMax)
  let sentPlace = place
  for await (const page of pagesAhead(pricer.portfolio, place, rowsMax)) {
    await inSlices(page.entries, inbox.mustYield, async (entries) => {
      for (const row of await Promise.all(entries.map((entry) => pricer.price(entry)))) {
        if (row === null) continue
        counter.add(row)
        lines.push(rowLine(row))
      }
    })
    done += page.entries.length
    place = page.place
    const waitsMs = inbox.mustYield() ? yieldingPartMsMax : partMsMax
    if (lines.length < task.partRows && performance.now() - sentMs < waitsMs) continue
    await sendPart(place)
    sentPlace = place
  }
  if (place !== null && place !== sentPlace) await sendPart(place)
  await kept
}

interface FullPage extends PortfolioPage {
  readonly place: string
}

/** Page after page; while one is worked on, the next is read. */
async function* pagesAhead(
  portfolio: Portfolio,
  after: string | null,
  rowsMax: () => number,
): AsyncGenerator<FullPage> {
  let next = portfolio.read({ after, limit: rowsMax() })
  for (;;) {
    const { entries, place } = await next
    if (place === null) return
    next = portfolio.read({ after: place, limit: rowsMax() })
    next.catch(() => undefined) // The await of the next turn reports it.
    yield { entries, place }
  }
}
