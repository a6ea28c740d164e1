import { setTimeout as pause } from 'node:timers/promises'
import type { Client, Impact } from '@bindery/sdk'
import type { ReportStep } from '../output/progress.ts'
import { isAway } from '../server/is-away.ts'

const pauseMs = 300
/** Long enough for a restart of the server. */
const awayMsMax = 120_000

interface Looks {
  readonly manage: { readonly impacts: Pick<Client['manage']['impacts'], 'show'> }
}

/** Polls until an impact analysis is done, failed or stopped. */
export async function untilEnded(
  client: Looks,
  asked: Impact,
  report: ReportStep,
): Promise<Impact> {
  let impact = asked
  let answeredMs = performance.now()
  while (impact.status === 'queued' || impact.status === 'running') {
    report({ done: impact.done, text: progressOf(impact) })
    await pause(pauseMs)
    try {
      impact = await client.manage.impacts.show(impact.id)
      answeredMs = performance.now()
    } catch (error) {
      // The server resumes the analysis after a restart.
      if (!isAway(error) || performance.now() - answeredMs > awayMsMax) throw error
      report({ done: impact.done, text: 'the server is unavailable' })
    }
  }
  return impact
}

function progressOf({ status, ahead, done, total }: Impact): string {
  if (status === 'queued') {
    return ahead === 0 ? 'starting' : `waiting for ${ahead} other${ahead === 1 ? '' : 's'}`
  }
  if (total !== null) return `${done} of ${total}`
  return done === 0 ? 'counting' : `${done}, still counting the total`
}
