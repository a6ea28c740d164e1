import type { RoomJobs } from '../deadlines/index.ts'
import type { GatherDeps } from './gather-case.ts'
import { makeDocuments } from './make-documents.ts'

export function documentJobs(deps: GatherDeps) {
  return {
    tasks: { make_documents: (task, job) => makeDocuments(deps, task, job?.isPatient ?? false) },
  } satisfies RoomJobs
}
