import { Failure } from '../failure.ts'
import { encodeFiles } from '../folder/product-files.ts'
import { readFolder } from '../folder/read-folder.ts'
import { describeProblems } from '../output/problems.ts'
import { plainPaint } from '../output/paint.ts'
import { BinderyError, type Client } from '../sdk.ts'

/** What is to be shown: a draft, or why there is none. */
export type Shown =
  | { readonly kind: 'draft'; readonly integration: string; readonly version: string }
  | { readonly kind: 'mistakes'; readonly lines: readonly string[] }

export interface Preview {
  readonly publicKey: string
  shown(): Shown
  /** Reads the folder again. One after the other: what is saved last is shown last. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/** A folder as a page sees it, with a public key of its own that ends with it. */
export async function openPreview(client: Client, folder: string): Promise<Preview> {
  const order = { kind: 'public', livemode: false, name: 'checkout preview' } as const
  const { id, key: publicKey } = await client.manage.keys.create(order)
  if (publicKey === undefined) throw new Error('a new key is shown when it is made')
  let shown: Shown = { kind: 'mistakes', lines: [`${folder} is being read.`] }
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

async function look(client: Client, folder: string): Promise<Shown> {
  try {
    const body = { files: encodeFiles(await readFolder(folder)) }
    const checked = await client.call('validateProduct', { body })
    if (!checked.valid) {
      return { kind: 'mistakes', lines: describeProblems(checked.problems, plainPaint) }
    }
    const pushed = await client.call('pushProduct', { body })
    const product = await client.manage.products.get(pushed.product_id)
    const integration = product.integrations[0]?.id
    if (integration === undefined) {
      const line = 'product.yaml lists no integration: there is nothing to sell through.'
      return { kind: 'mistakes', lines: [line] }
    }
    return { kind: 'draft', integration, version: pushed.product_version_id }
  } catch (error) {
    // A file that is half written, a server that is away: told in the page, and tried again.
    if (!(error instanceof Failure) && !(error instanceof BinderyError)) throw error
    return { kind: 'mistakes', lines: [error.message] }
  }
}
