import { BinderyError, type Client, type ErrorKind } from '@bindery/sdk'
import { Failure } from '../failure.ts'
import { encodeFiles } from '../folder/product-files.ts'
import { readFolder } from '../folder/read-folder.ts'
import { describeProblems } from '../output/problems.ts'
import { plainPaint } from '../output/paint.ts'

/** What the page shows: the folder as a what-if version, or its mistakes. */
export type Shown =
  | { readonly kind: 'what-if'; readonly integration: string; readonly version: string }
  | {
      readonly kind: 'mistakes'
      readonly lines: readonly string[]
      /** The server could not answer: the folder may have none. */
      readonly isTemporary: boolean
    }

export interface Preview {
  readonly publicKey: string
  shown(): Shown
  /** Reads the folder again. Refreshes run one after the other, so the last save is shown last. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/** Opens a preview with a public key of its own, which is revoked when it closes. */
export async function openPreview(client: Client, folder: string): Promise<Preview> {
  const request = { kind: 'public', livemode: false, name: 'checkout preview' } as const
  const { id, key: publicKey } = await client.manage.keys.create(request)
  if (publicKey === undefined) throw new Error('a new key is shown when it is made')
  let shown: Shown = { kind: 'mistakes', lines: [`${folder} is being read.`], isTemporary: true }
  let turn: Promise<void> = Promise.resolve()
  return {
    publicKey,
    shown: () => shown,
    refresh() {
      turn = turn.then(async () => {
        shown = await look(client, folder)
      })
      return turn
    },
    close: async () => void (await client.manage.keys.revoke(id)),
  }
}

const temporary: ReadonlySet<ErrorKind> = new Set(['rateLimited', 'unavailable', 'network'])

async function look(client: Client, folder: string): Promise<Shown> {
  try {
    const { products } = client.manage
    const tried = await products.whatIf(encodeFiles(await readFolder(folder)))
    const { id: version, integrations } = await products.version(tried.product_version_id)
    const integration = integrations[0]?.id
    if (integration === undefined) {
      const line = 'product.yaml lists no integration: there is nothing to sell through.'
      return { kind: 'mistakes', lines: [line], isTemporary: false }
    }
    return { kind: 'what-if', integration, version }
  } catch (error) {
    // A half-written file is read again on the next save, an unavailable server asked again soon.
    if (!(error instanceof Failure) && !(error instanceof BinderyError)) throw error
    const { problems, message } = error
    const isTemporary = error instanceof BinderyError && temporary.has(error.kind)
    const lines = problems.length === 0 ? [message] : describeProblems(problems, plainPaint)
    return { kind: 'mistakes', lines, isTemporary }
  }
}
