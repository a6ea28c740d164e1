import type { Client } from '../client.ts'
import { addMonths, momentIn } from './calendar.ts'
import { type DoneStep, type Stage, carryOutStep, pay } from './carry-out-step.ts'
import { letTimePass } from './let-time-pass.ts'
import { type SimulatedLife, describeLife } from './life.ts'
import { type Sale, chooseTerms, makeOffer, wayToPay } from './sell.ts'
import { SimulationError } from './simulation-error.ts'
import { type SimulatedStep, dateSteps } from './steps.ts'
import { whenItIsRenewed } from './when-it-is-renewed.ts'

export interface Simulation extends Sale {
  /** The number of years from the first day of cover; three by default. */
  readonly years?: number
  /** The steps, in chronological order. */
  readonly steps?: readonly SimulatedStep[]
  /** Whether the customer accepts offered renewals on the last day of each term. */
  readonly renewals?: 'accept' | 'wait'
  readonly signal?: AbortSignal
}

const yearsDefault = 3
const yearsMax = 20

/**
 * Sells a policy on a test clock, lets years pass, and returns its life. Needs the secret test key of
 * an insurer. A folder is stored as a what-if version and published on the clock only, so products on
 * sale stay as they are.
 */
export async function simulate(client: Client, simulation: Simulation): Promise<SimulatedLife> {
  const { years = yearsDefault, steps = [], signal } = simulation
  if (!Number.isInteger(years) || years < 1 || years > yearsMax) {
    throw new SimulationError(`A simulation lasts from 1 to ${yearsMax} years, not ${years}.`)
  }
  const terms = await chooseTerms(client, simulation)
  const offered = await makeOffer(client, simulation, terms)
  const { soldOn, start, timeZone, clockId } = offered
  const end = addMonths(start, years * 12)
  const dated = dateSteps(steps, { soldOn, start, end })
  const stage: Stage = {
    client,
    offered,
    dated,
    payBy: wayToPay(terms, simulation.payment),
    signal,
  }
  await pay(stage, soldOn, offered.paymentToken, stage.payBy)
  const time = timeOf(momentIn(timeZone, soldOn, '12:00:00'))
  const passTo = async (day: string) => {
    const moment = time.next(momentIn(timeZone, day, '12:00:00'))
    await letTimePass(client, clockId, moment, signal)
    return moment
  }
  const live = async (until: string) => {
    if (simulation.renewals === 'accept') await whenItIsRenewed(stage, until, passTo)
    return passTo(until)
  }
  const done: DoneStep[] = []
  for (const step of dated) {
    const at = await live(step.day)
    done.push(await carryOutStep(stage, step, at))
  }
  await live(end)
  return describeLife(stage, done)
}

/** Moments in sequence: steps on the same day are a minute apart. */
function timeOf(first: string) {
  let last = first
  return {
    next: (wanted: string): string => {
      last = wanted > last ? wanted : new Date(Date.parse(last) + 60_000).toISOString()
      return last
    },
  }
}
