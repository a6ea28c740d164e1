import type { Clock } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { forgetOldAnswers } from './forget-answers.ts'

export function retryJobs({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
  return { sweeps: [() => forgetOldAnswers(db, clock())] }
}
