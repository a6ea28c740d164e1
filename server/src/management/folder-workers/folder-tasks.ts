import type { JsonObject, ProductVersionId } from '../../kernel/index.ts'
import type { RendererKit, RenderTask, PreviewWish } from '../../documents/index.ts'
import type { Account, Caller } from '../../identity/index.ts'
import type { AnswerFields, RaterRules } from '../../pricing/index.ts'
import type { DraftWish } from '../draft-from-workbook.ts'
import type { CheckOptions, CheckedFolder, FolderDataset } from '../../products/index.ts'

/** The settings of every task of the folder workers. */
export interface Setting {
  readonly insurer: Account
  /** The moment of the request, as a text. */
  readonly now: string
  readonly raterRules: RaterRules
}

export interface FileTask {
  readonly path: string
  readonly bytes: Uint8Array
}

export interface PriceWish {
  readonly item: string | null
  readonly integration: string | null
  readonly data: JsonObject
  /** Answers to price with each of their allowed values too. */
  readonly vary: readonly string[]
}

/** What of the account a task reads is within the limits of the caller. */
export interface PlanRequest extends Setting {
  readonly limits: Caller['limits']
}

export interface CompareRequest extends PlanRequest {
  readonly before: ProductVersionId
  readonly after: ProductVersionId
}

/** A price with everything that it came from, as it can be sent. */
export interface PricedSide {
  readonly productVersionId: ProductVersionId
  /** The folder of the item that prices it. */
  readonly prefix: string
  readonly input: {
    readonly data: JsonObject
    readonly variables: JsonObject
    readonly today: string
  }
}

/** Two prices whose difference is to be explained. */
export interface SharesWish {
  /** Identifies the two versions, neither of which ever changes. */
  readonly key: string
  readonly before: PricedSide
  readonly after: PricedSide
  readonly answerFields: AnswerFields
}

/** The paths of the workbook in the folder and of the one that takes its place. */
export interface ReplaceRequest extends Setting {
  readonly before: string
  readonly after: string
}

export type CheckRequest = Setting & CheckOptions
export type SharesTask = Setting & SharesWish
export type PriceFolderRequest = Setting & PriceWish
export type DraftRequest = Setting & DraftWish
export type PreviewTransaction = Setting & PreviewWish
export type PreviewMailsTask = Setting & { readonly language: string | null }

/** The next items of a dataset; a transaction that is run again begins with the first. */
export interface PortionTask {
  readonly dataset: number
  readonly isFirst: boolean
}

/** The items of datasets stay on the thread until they are asked for, some at a time. */
export type SentFolder = Omit<CheckedFolder, 'datasets'> & {
  readonly datasets: readonly Omit<FolderDataset, 'portions'>[]
}

/** A rendering that a thread asks for while it checks documents. */
export interface DocumentQuestion {
  readonly kitId: string
  /** Null where it was sent before. */
  readonly kit: RendererKit | null
  readonly task: RenderTask
}

/** The content of a request that came as one JSON body. */
export interface Unpacked {
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly members: JsonObject
  /** Identifies the body. */
  readonly hash: string
}
