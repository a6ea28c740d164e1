import type { RoomJobs } from '../deadlines/index.ts'
import { type AssembleDeps, assembleTransaction } from './pipeline/assemble-transaction.ts'

export function transactionJobs(deps: AssembleDeps) {
  return {
    tasks: { assemble_transaction: (task) => assembleTransaction(deps, task) },
  } satisfies RoomJobs
}
