import { everyEngine } from '../../../rules/src/engines/every-engine.ts'
import { provideEngines, provideLanguages } from '../../../rules/src/index.ts'
import { everyLanguage } from '../../../rules/src/messages/every-language.ts'

// A page loads what its form needs; here every rule of every product is at home.
provideEngines(everyEngine)
provideLanguages(everyLanguage)

export * from '../../../rules/src/index.ts'
export { explainedLanguages } from '../../../rules/src/messages/every-language.ts'
