import { parseArgs } from 'node:util'

export interface BenchOptions {
  /** How long each stage is measured. */
  readonly seconds: number
  readonly memorySeconds: number
  readonly connections: number
  /** Whole runs, one after the other on the same server, to see how far the machine's noise goes. */
  readonly rounds: number
  /** A folder for a CPU profile of the server; null for none. */
  readonly profile: string | null
  readonly json: boolean
}

export const usage = `npm run bench -- [options]

  --seconds 10         how long each stage is measured
  --memory-seconds 60  how long the mixed load runs while memory is watched; 0 leaves it out
  --connections 64     how many requests are under way at once
  --rounds 1           measure this often, and report the median of each figure
  --profile folder     write a CPU profile of the server there, for the browser's developer tools
  --json               print one JSON document instead of the table
`

export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '10' },
      'memory-seconds': { type: 'string', default: '60' },
      connections: { type: 'string', default: '64' },
      rounds: { type: 'string', default: '1' },
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  return {
    seconds: wholeNumber('seconds', values.seconds, 1),
    memorySeconds: wholeNumber('memory-seconds', values['memory-seconds'], 0),
    connections: wholeNumber('connections', values.connections, 1),
    rounds: wholeNumber('rounds', values.rounds, 1),
    profile: values.profile ?? null,
    json: values.json,
  }
}

function wholeNumber(name: string, text: string, min: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= min) return number
  throw new TypeError(`--${name} must be a whole number of at least ${min}, not "${text}"`)
}
