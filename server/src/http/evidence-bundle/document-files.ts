import { timestamp } from '../../kernel/index.ts'
import { selectContentOf, selectDocuments } from '../../documents/index.ts'
import type { Policy } from '../../policies/index.ts'
import type { HttpDeps } from '../deps.ts'
import { viewHandover } from '../handover/handover.ts'
import { readHandover } from '../handover/read-handover.ts'
import { type BundleFile, asJson, inName, placeOf } from './archive.ts'

/** All documents and letters that were made for a policy. */
export async function* documentFiles(deps: HttpDeps, policy: Policy): AsyncGenerator<BundleFile> {
  const { db } = deps
  const documents = (await selectDocuments(db, policy.id)).map((document, index) => {
    const { occasion, designation, language } = document
    const name = `${placeOf(index + 1)}-${occasion}-${inName(designation)}.${inName(language)}.pdf`
    return { ...document, file: `documents/${name}` }
  })
  const listed = documents.map(({ file, subjectId, madeAt, hash, ...document }) => ({
    file,
    of: subjectId,
    occasion: document.occasion,
    designation: document.designation,
    name: document.name,
    language: document.language,
    made_at: timestamp(madeAt),
    content_hash: hash,
  }))
  yield { name: 'documents/list.json', content: asJson(listed) }
  const handover = viewHandover(policy, await readHandover(deps, policy))
  yield { name: 'documents/handover.json', content: asJson(handover) }
  for (const { file, hash } of documents) {
    const content = await selectContentOf(db, hash)
    if (content === undefined) throw new Error(`the document ${hash} is gone`)
    yield { name: file, content }
  }
}
