import { parseArgs } from 'node:util'

export interface BenchOptions {
  /** How long a turn is. */
  readonly seconds: number
  readonly turns: number
  readonly memorySeconds: number
  readonly documentSeconds: number
  /** How many requests are under way at once; each is measured. */
  readonly connections: readonly number[]
  /** Another checkout of this repository, to be measured beside this one; null for none. */
  readonly beside: string | null
  /** A folder for a CPU profile of the server; null for none. */
  readonly profile: string | null
  readonly json: boolean
  /** Compare with the budget, write it anew, or neither. */
  readonly budget: 'check' | 'accept' | null
}

export const usage = `npm run bench -- [options]

  --seconds 2            how long a turn is
  --turns 5              how many turns each server gets; medians are reported
  --connections 1,8,32,64  how many requests are under way at once
  --document-seconds 12     how long a turn beside a backlog of documents is; 0 leaves them out
  --memory-seconds 60    how long the mixed load runs while memory is watched; 0 leaves it out
  --beside folder        another checkout, which takes turns with this one
  --profile folder       write a CPU profile of the server there, for the browser's developer tools
  --json                 print one JSON document instead of the tables
  --check                compare with the budget (docs/benchmarks/budget.md) and fail where it is exceeded
  --accept               write the budget anew from this run
`

export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '2' },
      turns: { type: 'string', default: '5' },
      'memory-seconds': { type: 'string', default: '60' },
      'document-seconds': { type: 'string', default: '12' },
      connections: { type: 'string', default: '1,8,32,64' },
      beside: { type: 'string' },
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      accept: { type: 'boolean', default: false },
    },
  })
  const budget = values.accept ? 'accept' : values.check ? 'check' : null
  return {
    seconds: wholeNumber('seconds', values.seconds, 1),
    turns: wholeNumber('turns', values.turns, 1),
    memorySeconds: wholeNumber('memory-seconds', values['memory-seconds'], 0),
    documentSeconds: wholeNumber('document-seconds', values['document-seconds'], 0),
    connections: values.connections.split(',').map((one) => wholeNumber('connections', one, 1)),
    beside: values.beside ?? null,
    profile: values.profile ?? null,
    json: values.json,
    budget,
    ...(budget === null ? {} : budgetCourses),
  }
}

/** What the budget is about, on whatever else is asked for. */
const budgetCourses = { connections: [8, 32], memorySeconds: 0, documentSeconds: 0 } as const

function wholeNumber(name: string, text: string, min: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= min) return number
  throw new TypeError(`--${name} must be a whole number of at least ${min}, not "${text}"`)
}
