import { blowKinds } from './killer/blows.ts'
import type { Violation } from './ledger.ts'
import type { Outcome } from './run-faults.ts'

const evidencePerRuleMax = 3
const evidenceCharactersMax = 1_500

/** What was done, what was promised, and whether it held. */
export function printReport(outcomes: readonly Outcome[], seed: number): string {
  const violations = outcomes.flatMap(({ ledger }) => ledger.violations)
  return [
    ...outcomes.flatMap(describe),
    '',
    ...describeViolations(violations),
    `seed ${seed}: ${killsOf(outcomes)} kills, ${acknowledgementsOf(outcomes)} acknowledgements, ${violations.length} violations`,
    '',
  ].join('\n')
}

function describe(outcome: Outcome): string[] {
  const { topology, kills, ledger, balance, recoveriesMs } = outcome
  const lines = [
    '',
    topology,
    ...blowKinds.filter((kind) => kills.has(kind)).map((kind) => line(kind, kills.get(kind))),
    ...[...Map.groupBy(ledger.acknowledged.values(), ({ call }) => call)].map(([call, all]) =>
      line(`acknowledged: ${call}`, all.length),
    ),
    line('callbacks taken', ledger.callbacks.length),
    ...[...ledger.counts]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([what, count]) => line(what, count)),
    line('taken, in cents', balance.taken),
    line('given back, in cents', balance.givenBack),
  ]
  if (recoveriesMs.length === 0) return lines
  const sorted = recoveriesMs.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  return [
    ...lines,
    line('recoveries measured', sorted.length),
    line('recovery, median', `${at(0.5)} ms`),
    line('recovery, longest', `${at(1)} ms`),
  ]
}

function line(what: string, value: string | number | undefined): string {
  return `  ${what.padEnd(32)} ${value}`
}

function describeViolations(violations: readonly Violation[]): string[] {
  return [...Map.groupBy(violations, ({ rule }) => rule)].flatMap(([rule, all]) => [
    `VIOLATION, ${all.length} times: ${rule}`,
    ...all
      .slice(0, evidencePerRuleMax)
      .map(({ evidence }) => `  ${JSON.stringify(evidence).slice(0, evidenceCharactersMax)}`),
    '',
  ])
}

const killsOf = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap(({ kills }) => [...kills.values()]).reduce((sum, count) => sum + count, 0)

const acknowledgementsOf = (outcomes: readonly Outcome[]) =>
  outcomes.reduce((sum, { ledger }) => sum + ledger.acknowledged.size + ledger.callbacks.length, 0)
