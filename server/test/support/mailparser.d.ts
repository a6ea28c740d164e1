/** As much of it as tests use: it brings no types. */
declare module 'mailparser' {
  export interface ParsedMail {
    readonly subject?: string
    readonly text?: string
    readonly html: string | false
    readonly messageId?: string
    readonly date?: Date
    readonly headers: ReadonlyMap<string, unknown>
    readonly from?: {
      readonly value: readonly { readonly name: string; readonly address?: string }[]
    }
    readonly attachments: readonly {
      readonly filename?: string
      readonly cid?: string
      readonly contentType: string
      readonly content: Buffer
    }[]
  }
  export function simpleParser(source: Buffer): Promise<ParsedMail>
}
