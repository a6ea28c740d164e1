/** None of several hosts may be written to. The code is that of a connection that failed. */
export class NoPrimary extends Error {
  override readonly name = 'NoPrimary'
  readonly code = '08001'

  constructor(findings: readonly string[]) {
    const lines = findings.map((text) => `  - ${text}.`)
    super(`No host of DATABASE_URL is a primary that takes writes:\n${lines.join('\n')}`)
  }
}
