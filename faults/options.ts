import { parseArgs } from 'node:util'
import { type Topology, topologies } from './installation/installation.ts'

export interface FaultOptions {
  readonly kills: number
  readonly seed: number
  /** No kill is begun later than this; what is under way is finished and audited. */
  readonly minutes: number
  /** One after the other; the kills are shared out evenly. */
  readonly topologies: readonly Topology[]
  readonly customers: number
  /** Where ledger and logs are left; null: in a temporary folder, removed when all is well. */
  readonly folder: string | null
  /** MiB of a disk in memory for the databases, which is filled now and then; null for none. */
  readonly diskMiB: number | null
}

export const usage = `npm run faults -- [options]

  --kills 200          how often something is killed, stopped, frozen or cut off
  --seed 1             the same seed draws the same customers and the same kills; random by default
  --minutes 60         kill no longer than this
  --topology apart     two servers, two workers and a PostgreSQL of their own; or
                       together: one process with its embedded PostgreSQL; both by default
  --customers 6        how many customers buy at once
  --folder path        leave the ledger and the logs there
  --disk 1000          put the databases on a disk of so many MiB in memory, and fill it now and
                       then; as root
`

/** A cluster with its log, and some sales. */
const diskMiBMin = 400
const seedsMax = 1_000_000

export function readOptions(args: readonly string[]): FaultOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kills: { type: 'string', default: '200' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * seedsMax)) },
      minutes: { type: 'string', default: '60' },
      topology: { type: 'string' },
      customers: { type: 'string', default: '6' },
      folder: { type: 'string' },
      disk: { type: 'string' },
    },
  })
  return {
    kills: wholeNumber('kills', values.kills, 0),
    seed: wholeNumber('seed', values.seed, 0),
    minutes: wholeNumber('minutes', values.minutes, 1),
    topologies: values.topology === undefined ? topologies : [readTopology(values.topology)],
    customers: wholeNumber('customers', values.customers, 1),
    folder: values.folder ?? null,
    diskMiB: values.disk === undefined ? null : wholeNumber('disk', values.disk, diskMiBMin),
  }
}

function readTopology(text: string): Topology {
  const topology = topologies.find((one) => one === text)
  if (topology !== undefined) return topology
  throw new TypeError(`--topology must be one of ${topologies.join(', ')}, not "${text}"`)
}

export function wholeNumber(name: string, text: string, min: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= min) return number
  throw new TypeError(`--${name} must be a whole number of at least ${min}, not "${text}"`)
}
