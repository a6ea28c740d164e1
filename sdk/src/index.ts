export { encodeFile, decodeFile } from './base64.ts'
export { BinderyError, type ErrorKind } from './bindery-error.ts'
export type { Caller, ListId, RowOf } from './caller.ts'
export { type Client, createClient } from './client.ts'
export type { ClientOptions } from './connection.ts'
export type { ItemFilter, ItemsQuery } from './data.ts'
export type * from './generated.ts'
export { eventTypes } from './generated.ts'
export type {
  Answer,
  CallOptions,
  ErrorCodeOf,
  OperationId,
  CallRequest,
  CallArguments,
} from './operation.ts'
export type { Page, PageQuery, Pages } from './pages.ts'
export type { WaitOptions } from './policies.ts'
export type { QuoteForEndorsement, QuoteForSale, WithData } from './sales.ts'
export type { UploadSource } from './upload-source.ts'
export type { ImportOptions } from './datasets.ts'
export type { FieldRule } from './product-types/field-tree.ts'
export {
  type FieldDefinition,
  type QuoteRules,
  type TypesOptions,
  typesFromRules,
} from './product-types/types-from-rules.ts'
export type { SimulatedLife } from './simulate/life.ts'
export type { Sale } from './simulate/sell.ts'
export { type Simulation, simulate } from './simulate/simulate.ts'
export { SimulationError } from './simulate/simulation-error.ts'
export type { SimulatedCard, SimulatedProduct, SimulatedStep } from './simulate/steps.ts'
export {
  type Anchor,
  type EvidenceFault,
  type EvidenceVerdict,
  evidencePages,
  verifyEvidence,
} from './verify-evidence.ts'
export {
  type VerifyOptions,
  WebhookError,
  type WebhookHeaders,
  signWebhook,
  verifyWebhook,
} from './verify-webhook.ts'
