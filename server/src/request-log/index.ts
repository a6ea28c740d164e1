export { requestLogJobs } from './background-jobs.ts'
export { type LoggedRequest, errorsKeptDays, requestsKeptDays } from './logged-request.ts'
export { type RequestLog, openRequestLog } from './open-request-log.ts'
export { searchRequests, selectErrors, selectGaps } from './request-log-store.ts'
