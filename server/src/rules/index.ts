import { provideEngines, provideLanguages } from '@bindery/rules'
import { everyEngine } from '@bindery/rules/engines/every-engine'
import { everyLanguage } from '@bindery/rules/messages/every-language'

// A page loads what its form needs; here every rule of every product is at home.
provideEngines(everyEngine)
provideLanguages(everyLanguage)

export * from '@bindery/rules'
export { everyEngine } from '@bindery/rules/engines/every-engine'
export { explainedLanguages } from '@bindery/rules/messages/every-language'
