/** What the log may say of an error: PostgreSQL's details quote the row, and with it a person. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code, constraint, table } = error as Error & Record<string, unknown>
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(typeof table === 'string' ? { table } : {}),
    ...(error instanceof AggregateError ? { errors: error.errors.map(describeError) } : {}),
  }
}
