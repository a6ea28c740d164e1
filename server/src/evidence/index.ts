export { chainRecords } from './chain-records.ts'
export * from './keep-chained.ts'
export { type ChainProof, type Evidence, readChain, readEvidence } from './read-evidence.ts'
