import type { ExitCode } from '../failure.ts'

/** The result of one check, with its fix. */
export interface Check {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'failed'
  readonly message: string
  readonly fix: string
  /** The exit code of the command for a failed check. */
  readonly exitCode?: ExitCode
}
