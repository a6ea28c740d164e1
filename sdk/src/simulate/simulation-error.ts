/** Why a simulation could not go on. */
export class SimulationError extends Error {
  /** Which of the steps, counted from 0; null where it is about none of them. */
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
