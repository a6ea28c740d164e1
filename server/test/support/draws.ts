/**
 * How many cases a property is tried with: as many as a run of all tests has time for, or some times as
 * many. `DRAWS=20 npx vitest run <files>` draws for long.
 */
export function draws(usual: number): number {
  return usual * Number(process.env['DRAWS'] ?? 1)
}
