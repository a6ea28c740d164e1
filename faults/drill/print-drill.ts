import { availableParallelism } from 'node:os'
import type { Ledger } from '../ledger.ts'
import type { Failover } from './fail-over.ts'
import type { DrillOptions, DrillOutcome } from './run-drill.ts'

const evidencePerRuleMax = 5

/** The report for an auditor: what was lost when, who was not served for how long, what was verified. */
export function printDrill(outcome: DrillOutcome, options: DrillOptions): string {
  const { seed, customers, byPatroni } = options
  const { failovers, cost, ledger, balance } = outcome
  const acknowledged = [...ledger.acknowledged.values()]
  const byCall = [...Map.groupBy(acknowledged, ({ call }) => call)]
  const unserved = failovers.map(({ unservedMs }) => unservedMs)
  return `# Failover drill

- From ${outcome.startedAt} to ${outcome.endedAt}, seed ${seed}, ${customers} customers at once, ${availableParallelism()} cores.
- Two servers and two workers with \`DATABASE_URL\` listing both hosts; a primary with a synchronous standby; fsync on. ${
    byPatroni ? 'Patroni promotes, with the configuration of the guide.' : 'The drill promotes.'
  }
- Customers buy, pay by card, by invoice, by the month and by bank transfer, and cancel; an endpoint receives every event.

## Result

- Failovers: ${failovers.length} (${count(failovers, 'killed')} primaries killed, ${count(failovers, 'frozen')} frozen and thawed after the promotion, ${count(failovers, 'switched over')} switched over).
- Violations: **${ledger.violations.length}**.${costLine(cost)}
- Nobody was served for: p50 ${percentile(unserved, 0.5)} ms, p99 ${percentile(unserved, 0.99)} ms, longest ${percentile(unserved, 1)} ms. It contains the time until the standby was promoted: p50 ${percentile(
    failovers.map((one) => one.promotedAfterMs),
    0.5,
  )} ms.

## Verified after the last failover

Every acknowledged id was read again and compared with its answer; every request was repeated with its key and answered with the same id; every event arrived at the endpoint, in the order of its policy; the ledger balances; the chains of evidence hold.

| acknowledged | count |
|---|---|
${byCall.map(([call, all]) => `| ${call} | ${all.length} |`).join('\n')}
| callback of the card provider | ${ledger.callbacks.length} |

Money taken: ${balance.taken} cents; given back: ${balance.givenBack} cents.

${[...ledger.counts]
  .toSorted(([a], [b]) => a.localeCompare(b))
  .map(([what, number]) => `- ${what}: ${number}`)
  .join('\n')}

## Violations

${violationsOf(ledger)}

## Each failover

| # | at | primary | how | promoted | timeline | promoted after, ms | nobody served, ms |
|---|---|---|---|---|---|---|---|
${failovers.map(row).join('\n')}
`
}

function costLine(cost: DrillOutcome['cost']): string {
  if (cost === null) return ''
  const [here, alone] = [cost.synchronous.toFixed(1), cost.alone.toFixed(1)]
  const share = (cost.synchronous / cost.alone).toFixed(2)
  return `\n- Sales a second beside the customers: ${here} with a synchronous standby, ${alone} without (${share}).`
}

function row(one: Failover, at: number): string {
  const cells = [
    at + 1,
    one.at,
    one.lost,
    one.kind,
    one.promoted,
    one.timeline,
    Math.round(one.promotedAfterMs),
    Math.round(one.unservedMs),
  ]
  return `| ${cells.join(' | ')} |`
}

export function violationsOf({ violations }: Pick<Ledger, 'violations'>): string {
  if (violations.length === 0) return 'None.'
  return [...Map.groupBy(violations, ({ rule }) => rule)]
    .map(([rule, all]) => {
      const evidence = all.slice(0, evidencePerRuleMax).map((one) => JSON.stringify(one.evidence))
      return `- ${rule}: ${all.length} times\n${evidence.map((text) => `  - \`${text}\``).join('\n')}`
    })
    .join('\n')
}

const count = (failovers: readonly Failover[], kind: Failover['kind']) =>
  failovers.filter((one) => one.kind === kind).length

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0)
}
