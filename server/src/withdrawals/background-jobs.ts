import type { RoomJobs } from '../deadlines/index.ts'
import { type CarryOutDeps, carryOutDeclaration } from './carry-out-declaration.ts'
import { rotateDeclarations } from './seal-content.ts'

export function withdrawalJobs(deps: CarryOutDeps) {
  return {
    tasks: { carry_out_withdrawal: (task) => carryOutDeclaration(deps, task) },
    sweeps: [() => rotateDeclarations(deps.db, deps.keyRing)],
  } satisfies RoomJobs
}
