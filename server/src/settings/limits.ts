/** Rate limits of one process. */
export interface Limits {
  /** Requests of a key, or of an access token. */
  readonly requestsPerMinuteMax: number
  /** Requests without a key, of an address. */
  readonly openRequestsPerMinuteMax: number
  /** Unknown keys and tokens, of an address. */
  readonly failuresPerMinuteMax: number
  /** Withdrawals that are declared on the public page, of an address: each sends a mail. */
  readonly declarationsPerMinuteMax: number
}

/** Generous: they stop accidents and attacks only. */
export const defaultLimits: Limits = {
  requestsPerMinuteMax: 600_000,
  openRequestsPerMinuteMax: 60_000,
  failuresPerMinuteMax: 600,
  declarationsPerMinuteMax: 30,
}

/** Far more than any caller has use for, and far less than a process can hold. */
export const connectionsPerAddressMaxDefault = 1_000

/** How fast a body has to come, or to be taken. */
export interface BodyPace {
  readonly bytesPerSecondMin: number
  /** For how long it may fall behind. */
  readonly graceMs: number
}

export const defaultPace: BodyPace = { bytesPerSecondMin: 4_096, graceMs: 10_000 }
