import { everyEngine } from '../../../rules/src/engines/every-engine.ts'
import { provideEngines } from '../../../rules/src/index.ts'

// A page loads what its form needs; here every rule of every product is at home.
provideEngines(everyEngine)

export * from '../../../rules/src/index.ts'
