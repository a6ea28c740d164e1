import { type PolicyProof, eventsOfProof, linesOfProof } from '../../evidence/index.ts'
import type { HttpDeps } from '../deps.ts'
import { type BundleFile, placeOf } from './archive.ts'

/** The events of a policy, each with its salt and its link, and the chain that they stand in. */
export async function* chainFiles(
  { db }: Pick<HttpDeps, 'db'>,
  proof: PolicyProof,
): AsyncGenerator<BundleFile> {
  const listed: string[] = []
  for await (const events of eventsOfProof(db, proof)) {
    for (const { number, type, content, salt, link } of events) {
      const name = `events/${placeOf(number)}-${type}.json`
      listed.push(`${name} ${salt ?? 'erased'} ${link}\n`)
      yield { name, content }
    }
  }
  yield { name: 'events/list.txt', content: listed.join('') }
  yield { name: 'chain/before.txt', content: `${proof.before.hash.toString('hex')}\n` }
  let page = 0
  for await (const lines of linesOfProof(db, proof)) {
    page += 1
    yield { name: `chain/links-${placeOf(page)}.txt`, content: `${lines.join('\n')}\n` }
  }
}
