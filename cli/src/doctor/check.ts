import type { ExitCode } from '../failure.ts'

/** One thing that a doctor looks at, how it is, and what would fix it. */
export interface Check {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'failed'
  readonly message: string
  readonly fix: string
  /** How the command ends for it, where it failed. */
  readonly exitCode?: ExitCode
}
