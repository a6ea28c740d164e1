export type * from './document-data.ts'
export { type Press, openPress } from './press/press.ts'
export * from './preview-documents.ts'
