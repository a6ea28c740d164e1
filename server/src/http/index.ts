export { type AppOptions, buildApp } from './app.ts'
export type { App, HttpDeps } from './deps.ts'
export { forgetOldAnswers } from './idempotency.ts'
export { linksFrom } from './links.ts'
