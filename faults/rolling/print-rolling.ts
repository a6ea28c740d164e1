import { violationsOf } from '../drill/print-drill.ts'
import type { RollingOutcome } from './run-rolling.ts'

/** What each mixture of two releases sold on one database, and what was wrong afterwards. */
export function printRolling(
  { stages, ledger }: RollingOutcome,
  releases: { readonly earlier: string; readonly now: string },
  seed: number,
): string {
  return `# Rolling update

- From ${releases.earlier} to the code of now (${releases.now}), seed ${seed}: two servers and two workers on one PostgreSQL, which is lost or cuts its sessions off once in each stage.
- Acknowledged: ${ledger.acknowledged.size}, and ${ledger.callbacks.length} callbacks. Violations: **${ledger.violations.length}**.

| stage | at | processes of the earlier release | acknowledged |
|---|---|---|---|
${stages.map((one) => `| ${one.name} | ${one.at} | ${one.earlier} | ${one.acknowledged} |`).join('\n')}

${[...ledger.counts]
  .toSorted(([a], [b]) => a.localeCompare(b))
  .map(([what, number]) => `- ${what}: ${number}`)
  .join('\n')}

## Violations

${violationsOf(ledger)}
`
}
