/** Without what a fraction of two has too much: 0.081 is 8.1. */
export function percentOf(fraction: number): string {
  return String(Number((fraction * 100).toFixed(4)))
}

/** The fraction of a rate in per cent: 8.1 is 0.081. */
export function fractionOf(percent: string): number {
  return Number((Number(percent) / 100).toFixed(6))
}
