/** Why a simulation failed. */
export class SimulationError extends Error {
  /** The index of the step; null where the error is not about a step. */
  readonly step: number | null
  /** What to do about it. */
  readonly fix: string

  constructor(
    message: string,
    more: { readonly step?: number; readonly fix?: string; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'SimulationError'
    this.step = more.step ?? null
    this.fix = more.fix ?? ''
  }
}
