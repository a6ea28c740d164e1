/** The schema had a history of its own before the first release, which no release carries on. */
const lastCommit = '11ceaa62888c512a0b438a08a066e01299e3251d'

/** The first migration of that history, which every database from that time has. */
export const firstMigrationThen = '0001-accounts.sql'

export function fromBeforeFirstRelease(what: string): string {
  return `${what} is from before the first release, and nothing in it was changed. The last commit that opens it is ${lastCommit}: check that out to use it, or begin with an empty database.`
}
