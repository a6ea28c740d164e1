import { fileURLToPath } from 'node:url'
import { extractText, getDocumentProxy } from 'unpdf'
import type { Response } from 'light-my-request'
import { policyDocuments } from '../../src/documents/index.ts'
import { selectPolicy } from '../../src/policies/index.ts'
import { publishProduct, pushProduct, readProductFolder } from '../../src/products/index.ts'
import type { PolicyId, ProductVersionId } from '../../src/kernel/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { testAddress } from '../support/test-start.ts'
import { demoAccount } from './credentials.ts'
import { isDocument, leaveLetters, leaveMails } from './folder.ts'
import { sellerOn } from './sale.ts'

export type Documents = Readonly<Record<string, string | Uint8Array>>

/** An example product with documents of the test's own making, and without its cases. */
export async function folderWithDocuments(
  documents: Documents,
  product = 'cyber',
): Promise<Map<string, Uint8Array>> {
  const folder = fileURLToPath(new URL(`../../../examples/${product}/`, import.meta.url))
  const files = new Map(await readProductFolder(folder))
  for (const path of files.keys()) {
    if (path.startsWith('tests/') || isDocument(path)) files.delete(path)
  }
  leaveLetters(files)
  leaveMails(files)
  for (const [path, content] of Object.entries(documents)) {
    files.set(`documents/${path}`, Buffer.from(content))
  }
  return files
}

/** Puts that product on sale. */
export async function sellingWithDocuments(
  platform: TestPlatform,
  documents: Documents,
  product = 'cyber',
): Promise<ProductVersionId> {
  const insurer = await demoAccount(platform, 'demo-insurance')
  const pushed = await pushProduct(platform, insurer, await folderWithDocuments(documents, product))
  if (!pushed.ok) throw new Error(JSON.stringify(pushed.problems))
  await publishProduct(platform, insurer, pushed.versionId)
  await platform.feed.caughtUp()
  return pushed.versionId
}

/** What stands on a document, with plain spaces, as somebody would copy it out of a reader. */
export async function textOf(pdf: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const { text } = await extractText(document, { mergePages: true })
  return text.replaceAll(/\s+/g, ' ')
}

const mmPerPoint = 25.4 / 72

/** The texts of the first page, with their place in millimetres from its upper left corner. */
export async function textsOnFirstPage(pdf: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const page = await document.getPage(1)
  const { height } = page.getViewport({ scale: 1 })
  const { items } = await page.getTextContent()
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [left, base] = [Number(item.transform[4]), Number(item.transform[5])]
    return [
      {
        text: item.str,
        left: left * mmPerPoint,
        right: (left + item.width) * mmPerPoint,
        top: (height - base - item.height) * mmPerPoint,
        bottom: (height - base) * mmPerPoint,
      },
    ]
  })
}

export function pdfOf(response: Response): Promise<string> {
  if (response.headers['content-type'] !== 'application/pdf') {
    throw new Error(`no document: ${response.statusCode} ${response.body}`)
  }
  return textOf(response.rawPayload)
}

/** The newest document of a kind, made on request and read by its link. */
export async function documentOf(
  platform: TestPlatform,
  policyId: string,
  designation: string,
): Promise<{ readonly name: string; readonly text: string; readonly pdf: Uint8Array }> {
  const policy = await selectPolicy(platform.db, policyId as PolicyId) // One that was sold.
  if (policy === undefined) throw new Error(`there is no policy ${policyId}`)
  const listed = await policyDocuments(platform, policy)
  const document = listed.find((one) => one.designation === designation)
  if (document === undefined) throw new Error(`there is no such document: ${designation}`)
  await platform.handlers.make_documents(document.sheet)
  const viewed = await sellerOn(platform).get(`/policies/${policyId}`)
  const { assets } = viewed.json<{
    assets: { designation: string; name: string; href: string }[]
  }>()
  const asset = assets.find((one) => one.designation === designation)
  const url = asset?.href.replace(testAddress, '') ?? ''
  const response = await platform.app.inject({ url, headers: { accept: 'application/pdf' } })
  return { name: asset?.name ?? '', text: await pdfOf(response), pdf: response.rawPayload }
}
