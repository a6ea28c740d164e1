import type { Calculation, TraceEntry } from '../pricing-types.ts'

/** Of all outputs together: they are kept with every quote. */
const outputCharactersMax = 256 * 1024
/** Of all steps together: nobody reads more of them. */
const traceCharactersMax = 1024 * 1024
const traceEntriesMax = 5_000

/** A calculation that can be passed on without delay, whatever the workbook writes into its cells. */
export function boundCalculation(calculation: Calculation): Calculation {
  if (calculation.outcome === 'priced') {
    const characters = Object.values(calculation.outputs).reduce(
      (sum, output) => sum + (typeof output === 'string' ? output.length : 0),
      0,
    )
    if (characters > outputCharactersMax) {
      const reason = `the outputs have more than ${outputCharactersMax} characters together`
      const failed = { outcome: 'failed', place: 'outputs', reason } as const
      return withBoundTrace(failed, calculation.trace)
    }
  }
  return withBoundTrace(calculation, calculation.trace)
}

function withBoundTrace(
  calculation: Calculation,
  trace: readonly TraceEntry[] | undefined,
): Calculation {
  return trace === undefined ? calculation : { ...calculation, trace: boundTrace(trace) }
}

function boundTrace(trace: readonly TraceEntry[]): readonly TraceEntry[] {
  let characters = 0
  const shown = trace.slice(0, traceEntriesMax).filter(({ formula, value, hit = '' }) => {
    characters += formula.length + value.length + hit.length
    return characters <= traceCharactersMax
  })
  const unshown = trace.length - shown.length
  return unshown === 0
    ? trace
    : [...shown, { place: '…', formula: '', value: `and ${unshown} further steps` }]
}
