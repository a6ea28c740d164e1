export { openStandbyReads } from './standby-reads.ts'
