import { availableParallelism } from 'node:os'
import { percentile } from '../drill/print-drill.ts'
import type { CellsOptions, CellsOutcome } from './run-cells.ts'

/** What two cells lost behind a proxy, and what the other noticed of it. */
export function printCells({ losses, cells }: CellsOutcome, { seed }: CellsOptions): string {
  const recoveries = losses.flatMap(({ recoveredMs }) => (recoveredMs === null ? [] : recoveredMs))
  const unanswered = losses.reduce((sum, one) => sum + one.unansweredElsewhere, 0)
  return `# Two cells behind a proxy

- Seed ${seed}, ${availableParallelism()} cores. Each cell has two servers, two workers and a PostgreSQL; HAProxy runs with the configuration of the guide on scaling.
- Losses: ${losses.length}. The cell that was hit was whole again after p50 ${percentile(recoveries, 0.5)} ms, longest ${percentile(recoveries, 1)} ms.
- Requests that the other cell left without an answer meanwhile, or answered with 503: **${unanswered}**.
- Violations: **${cells.reduce((sum, { ledger }) => sum + ledger.violations.length, 0)}**.

| cell | acknowledged | requests without an answer | answers 503 | violations |
|---|---|---|---|---|
${cells
  .map(({ name, ledger: { acknowledged, counts, violations } }) => {
    const seen = (what: string) => counts.get(what) ?? 0
    const answers = [seen('requests without an answer'), seen('answers 503')]
    return `| ${[name, acknowledged.size, ...answers, violations.length].join(' | ')} |`
  })
  .join('\n')}

| # | at | cell | what was lost | whole again after, ms | acknowledged elsewhere meanwhile | unanswered elsewhere |
|---|---|---|---|---|---|---|
${losses
  .map((one, n) => {
    const ms = one.recoveredMs === null ? 'never' : Math.round(one.recoveredMs)
    const elsewhere = [one.acknowledgedElsewhere, one.unansweredElsewhere]
    return `| ${[n + 1, one.at, one.cell, one.kind, ms, ...elsewhere].join(' | ')} |`
  })
  .join('\n')}
`
}
