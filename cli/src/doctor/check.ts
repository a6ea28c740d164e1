/** One thing that a doctor looks at, how it is, and what would mend it. */
export interface Check {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'failed'
  readonly message: string
  readonly mend: string
  readonly isUnreachable?: true
}
