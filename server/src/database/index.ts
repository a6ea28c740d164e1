export { BackupError, restoreBackup, writeBackup } from './backup/index.ts'
export { endOfTar, tarEntry } from './backup/tar.ts'
export * from './cache.ts'
export * from './change-feed.ts'
export * from './database-away.ts'
export * from './database.ts'
export { unresponsiveGraceMs } from './deadlines.ts'
export { EmbeddedPostgresError, hasCluster, startEmbeddedPostgres } from './embedded/index.ts'
export { grantServing } from './grant-serving.ts'
export * from './group-commit.ts'
export { commitAsync } from './async-commit.ts'
export { batchedTransaction } from './batched-transaction.ts'
export { type Connection, NoPrimary } from './hosts/index.ts'
export { keepSession, type KeptSession } from './kept-session.ts'
export { listing } from './listing.ts'
export * from './migrate.ts'
export { endPool, openPool } from './open-pool.ts'
export { type Page, type PageRows, idsBetween } from './page.ts'
export { inSavepoint } from './savepoint.ts'
export { equal, given, searchPage } from './search-page.ts'
export { UntrustedEngine, probeEngine } from './probe-engine.ts'
export * from './session.ts'
export {
  type ChangeTopic,
  type Fragment,
  type Statement,
  compose,
  fragment,
  json,
  rows,
  search,
  sql,
} from './sql.ts'
export * from './id-chunk.ts'
export { type Part, brokenPart, combineStatements } from './combine-statements.ts'
export { assertOutsideTransaction } from './transaction.ts'
