export { assembleData } from './assemble-data.ts'
export { documentJobs } from './background-jobs.ts'
export { type PolicyDocument, type Sheet, documentsFor, subjectOf } from './document.ts'
export { selectContentOf, selectDocuments } from './document-store.ts'
export type { DocumentCase } from './document-case.ts'
export type { AmountText, DayText, DocumentData, FormatData } from './document-data.ts'
export * from './fetch-document.ts'
export { amountText, dayText, formatsOf, numberText, percentText } from './formats.ts'
export {
  type DocumentedVersion,
  type GatherDeps,
  gatherCase,
  readDocumented,
} from './gather-case.ts'
export * from './list-documents.ts'
export { type PdfRenderer, type Rendered, openPdfRenderer } from './renderer/renderer.ts'
export type { RendererKit, RenderTask } from './renderer/renderer-messages.ts'
export type { Preview, PreviewWish } from './preview-documents.ts'
export * from './render-service.ts'
export { type SampleTerms, type Sampling, openSamples } from './sample-case.ts'
export * from './reasons.ts'
