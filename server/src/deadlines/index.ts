export type * from './deadline.ts'
export { insertDeadline } from './deadline-store.ts'
export { type DeadlineDeps, workOffDeadlines } from './work-off.ts'
export { type DeadlineSurvey, surveyDeadlines } from './survey-store.ts'
