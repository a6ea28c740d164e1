/** Migrations from before the first release, which no release continues. */
const lastCommit = '11ceaa62888c512a0b438a08a066e01299e3251d'

/** The first migration of that history, which every database from that time has. */
export const firstMigrationThen = '0001-accounts.sql'

export function fromBeforeFirstRelease(what: string): string {
  return `${what} is from before the first release. Nothing in it was changed. Check out commit ${lastCommit} to use it, or start with an empty database.`
}
