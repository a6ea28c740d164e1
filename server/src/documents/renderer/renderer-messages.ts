/** The messages between the renderer and its child process. */
export interface RenderJob {
  /** The templates, shared parts, pictures and fonts that a version's documents are made of. */
  readonly kit: string
  readonly task: RenderTask
}

export type RenderTask =
  /** Makes one document. */
  | {
      readonly kind: 'print'
      /** The template, for example `documents/policy.de.typ`. */
      readonly template: string
      readonly language: string
      readonly title: string
      /** The document's own day: neither file nor template ever learns of another. */
      readonly day: string
      /** JSON, as text. */
      readonly data: string
      /** False where only the mistakes matter. */
      readonly wantsPdf: boolean
      /** Said on top of every page of a document that is only looked at. */
      readonly stamp?: string
    }
  /** The syntax tree of one source, as the compiler writes it. */
  | { readonly kind: 'parse'; readonly source: string }

/** Sent when the child says that it has no such kit, or no longer. */
export interface RendererKit {
  readonly kit: string
  /** Paths inside the product folder, and contents. */
  readonly files: readonly (readonly [string, Uint8Array])[]
  readonly fonts: readonly Uint8Array[]
}

export type RendererMessage = { readonly load: RendererKit } | { readonly job: RenderJob }

export type RendererAnswer =
  | { readonly outcome: 'ready' }
  /** The kit must be sent first. */
  | { readonly outcome: 'wanting' }
  | { readonly outcome: 'printed'; readonly pdf: Uint8Array | null; readonly memoryBytes: number }
  | { readonly outcome: 'parsed'; readonly tree: string; readonly memoryBytes: number }
  /** The template's own fault: what the compiler says of it. */
  | {
      readonly outcome: 'mistaken'
      readonly mistakes: readonly string[]
      readonly memoryBytes: number
    }
