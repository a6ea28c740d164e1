/** Members that were filled in: texts without the spaces around them, and nothing that is empty. */
export function filled<Members extends Readonly<Record<string, string | number | boolean | null>>>(
  members: Members,
): { [Name in keyof Members]?: NonNullable<Members[Name]> } {
  const entries = Object.entries(members).map(
    ([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const,
  )
  const kept = entries.filter(([, value]) => value !== '' && value !== null)
  return Object.fromEntries(kept) as { [Name in keyof Members]?: NonNullable<Members[Name]> }
}
