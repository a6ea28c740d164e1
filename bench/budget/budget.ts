import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { StepCosts } from './step-costs.ts'

/** What a sale may cost, and how fast it is beside the bare server of the same run. */
export interface Budget {
  readonly steps: StepCosts
  /** The median ratio of each course, such as `sales, 8 connections`. */
  readonly ratios: Readonly<Record<string, number>>
}

/** Processors differ: each architecture has ratios and microseconds of its own. */
export type Budgets = Readonly<Record<string, Budget>>

const file = fileURLToPath(new URL('budget.json', import.meta.url))
const page = fileURLToPath(new URL('../../docs/benchmarks/budget.md', import.meta.url))

export async function readBudgets(): Promise<Budgets> {
  return JSON.parse(await readFile(file, 'utf8')) as Budgets // Our own.
}

export async function writeBudget(arch: string, budget: Budget): Promise<void> {
  const budgets = { ...(await readBudgets()), [arch]: budget }
  await writeFile(file, `${JSON.stringify(budgets, null, 2)}\n`)
  await writeFile(page, printBudgets(budgets))
}

/** The page of the budget, as `--accept` writes it. */
export function printBudgets(budgets: Budgets): string {
  return [
    '# What a sale may cost',
    '',
    'Written by `npm run bench -- --accept`, held by `npm run bench -- --check`. A change that needs more says so here, in the commit that needs it.',
    '',
    'Each step is one request, measured one at a time with full durability, logs and documents on. What a server writes after its answers is counted: the log of requests and the order of events. Statements are those that the request waits for. Bytes of the write-ahead log are without copies of whole pages. Microseconds are those of the thread that answers; under load they are fewer, because requests share batches.',
    ...Object.entries(budgets).flatMap(([arch, { steps, ratios }]) => [
      '',
      `## ${arch}`,
      '',
      '| step | main thread, µs | statements | rows | index entries | bytes of log |',
      '|---|---:|---:|---:|---:|---:|',
      ...Object.entries(steps).map(
        ([step, cost]) =>
          `| ${step} | ${cost.mainMicroseconds} | ${cost.statements} | ${cost.rows} | ${cost.indexEntries} | ${cost.walBytes} |`,
      ),
      '',
      'Beside a bare server that writes the same rows with the same durability, in turns of one run:',
      '',
      '| | of its rate |',
      '|---|---:|',
      ...Object.entries(ratios).map(([course, ratio]) => `| ${course} | ${ratio.toFixed(2)} |`),
    ]),
    '',
  ].join('\n')
}
