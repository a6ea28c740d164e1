export { webhookJobs } from './background-jobs.ts'
export * from './manage-webhooks.ts'
export { type DispatcherOptions, startDispatcher } from './dispatcher.ts'
export { selectParked } from './delivery-store.ts'
export * from './reasons.ts'
export { type Resend, type Resent, resendDeliveries } from './resend.ts'
export { type ListedDelivery, searchDeliveries } from './search-deliveries.ts'
export {
  type DeliverySurvey,
  type WebhookBacklog,
  readWebhookBacklog,
  surveyDeliveries,
} from './survey-deliveries.ts'
export { type TestAnswer, testWebhook } from './test-webhook.ts'
export * from './tidy-webhooks.ts'
export { type Attempt, type Webhook, deliveryStates, everyEvent } from './webhook.ts'
