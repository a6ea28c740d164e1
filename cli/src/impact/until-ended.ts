import { setTimeout as pause } from 'node:timers/promises'
import type { Client, Impact } from '@bindery/sdk'
import type { ReportStep } from '../output/progress.ts'
import { isAway } from '../server/is-away.ts'

const pauseMs = 300
/** A server that is started again is there by then. */
const awayMsMax = 120_000

interface Looks {
  readonly manage: { readonly impacts: Pick<Client['manage']['impacts'], 'show'> }
}

/** Looks on until an impact is done, failed or stopped. */
export async function untilEnded(client: Looks, asked: Impact, tell: ReportStep): Promise<Impact> {
  let impact = asked
  let answeredMs = performance.now()
  while (impact.status === 'queued' || impact.status === 'running') {
    tell({ done: impact.done, text: progressOf(impact) })
    await pause(pauseMs)
    try {
      impact = await client.manage.impacts.show(impact.id)
      answeredMs = performance.now()
    } catch (error) {
      // A server that comes back goes on with it.
      if (!isAway(error) || performance.now() - answeredMs > awayMsMax) throw error
      tell({ done: impact.done, text: 'the server is away' })
    }
  }
  return impact
}

function progressOf({ status, ahead, done, total }: Impact): string {
  if (status === 'queued') {
    return ahead === 0 ? 'it begins' : `it waits for ${ahead} other${ahead === 1 ? '' : 's'}`
  }
  if (total !== null) return `${done} of ${total}`
  return done === 0 ? 'counting' : `${done}, still counting how many there are`
}
