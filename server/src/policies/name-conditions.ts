import { type Fragment, fragment } from '../database/index.ts'

/** Beyond every character that a name can begin with. */
const last = '\u{10FFFF}'

/**
 * The beginning of the last name, or a first name and the beginning of the last. A range instead of
 * LIKE, so that the index serves whatever plan the database chooses.
 */
export function nameConditions(name: string): Fragment[] {
  const words = name.trim().toLowerCase().split(/\s+/)
  const lastName = words.at(-1) ?? ''
  const firstName = words.slice(0, -1).join(' ')
  const conditions = [
    fragment`lower(last_name) collate "C" >= ${lastName}`,
    fragment`lower(last_name) collate "C" < ${lastName + last}`,
  ]
  if (firstName !== '') {
    conditions.push(
      fragment`lower(first_name) collate "C" >= ${firstName}`,
      fragment`lower(first_name) collate "C" < ${firstName + last}`,
    )
  }
  return conditions
}
