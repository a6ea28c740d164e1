/** The name of a policyholder; nothing where there is none. */
export function personOf(row: {
  readonly first_name: string | null
  readonly last_name: string | null
}): string {
  return `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim()
}
